import { api } from "./api.js";

const form = document.getElementById("login");
const problem = document.getElementById("problem");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const { name, password, code } = Object.fromEntries(new FormData(form));
  try {
    const me = await api("POST", "/login", code ? { name, password, code } : { name, password });
    location.href = me.lent ? "/me" : form.dataset.next;
  } catch (error) {
    problem.textContent = [error.error, error.accepted && `Accepted: ${error.accepted}.`]
      .filter(Boolean)
      .join(" ");
    problem.hidden = false;
    const digits = document.getElementById("digits");
    if (error.kind === "second-factor-needed") {
      digits.hidden = false;
      form.elements.code.focus();
    } else {
      form.elements.password.select();
    }
  }
});

for (const button of document.querySelectorAll("[data-password]")) {
  button.addEventListener("click", () => {
    form.elements.name.value = button.dataset.name;
    form.elements.password.value = button.dataset.password;
    form.requestSubmit();
  });
}
