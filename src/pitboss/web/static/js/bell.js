// The pit's bell: hears that tables have changed, over one connection, and reconnects by itself.

const FIRST_MS = 400;
const LONGEST_MS = 8000;
/** the bell says every five seconds that it is there */
const SILENT_MS = 12000;

/** Calls `changed(tables)` at once, whenever something changes, and after the house was away: `mark` says whether what
 *  is on the page is how things are. */
export function listen(changed, mark) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let wait = FIRST_MS;
  let closed = false;
  let silence;
  let silent = false;
  const say = (text) => {
    if (!mark || mark.textContent === text) return; // what stands there already is not read out again
    mark.textContent = text;
    mark.toggleAttribute("data-away", text !== "live");
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      silent = true;
      say("no answer");
    }, SILENT_MS);
    const again = silent;
    silent = false;
    say("live");
    return again;
  };
  const open = () => {
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/pit/live`);
    socket.onopen = () => {
      wait = FIRST_MS;
      heard();
      changed([]);
    };
    socket.onmessage = ({ data }) => {
      const { tables } = JSON.parse(data);
      if (heard() || tables.length) changed(tables);
    };
    socket.onclose = () => {
      clearTimeout(silence);
      if (closed) return;
      say("reconnecting");
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_MS);
    };
    addEventListener("pagehide", () => {
      closed = true;
      socket.close();
    }, { once: true });
  };
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    closed = false;
    open();
  });
  open();
}
