import { api } from "./api.js";

const form = document.getElementById("login");
const problem = document.getElementById("problem");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const { name, password } = Object.fromEntries(new FormData(form));
  try {
    await api("POST", "/login", { name, password });
    location.href = form.dataset.next;
  } catch (error) {
    problem.textContent = [error.error, error.accepted && `Accepted: ${error.accepted}.`]
      .filter(Boolean)
      .join(" ");
    problem.hidden = false;
    form.elements.password.select();
  }
});

for (const button of document.querySelectorAll("[data-password]")) {
  button.addEventListener("click", () => {
    form.elements.name.value = button.dataset.name;
    form.elements.password.value = button.dataset.password;
    form.requestSubmit();
  });
}
