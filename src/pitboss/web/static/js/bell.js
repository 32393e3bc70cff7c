// The pit's bell: hears that tables have changed, over one connection, and reconnects by itself.

const FIRST_MS = 400;
const LONGEST_MS = 8000;

/** Calls `changed(tables)` at once, whenever something changes, and after the connection was lost. */
export function listen(changed, mark) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let wait = FIRST_MS;
  let closed = false;
  const say = (text) => mark && (mark.textContent = text);
  const open = () => {
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/pit/live`);
    socket.onopen = () => {
      wait = FIRST_MS;
      say("live");
      changed([]);
    };
    socket.onmessage = ({ data }) => changed(JSON.parse(data).tables ?? []);
    socket.onclose = () => {
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
