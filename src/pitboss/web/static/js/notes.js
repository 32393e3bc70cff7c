// What a page says about the last thing asked of it: done, or refused and why.

const problem = document.getElementById("problem");
const done = document.getElementById("done");

export function say(text) {
  problem.hidden = true;
  done.textContent = text;
  done.hidden = false;
  done.scrollIntoView({ block: "nearest" });
}

export function refused(error) {
  done.hidden = true;
  problem.textContent = [error.error, error.accepted && `Accepted: ${error.accepted}.`].filter(Boolean).join(" ");
  problem.hidden = false;
  problem.scrollIntoView({ block: "nearest" });
}
