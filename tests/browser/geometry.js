// What is wrong with the page as it stands, in words; nothing, if nothing overlaps, leaves its box or is too small.
() => {
  const SLACK = 1.6;
  const found = [];
  const wide = innerWidth >= 1024 && innerHeight >= 700;
  const name = (node) => {
    const at = node.closest?.("[data-wager], [data-spot], [data-do], [class]");
    const data = at ? Object.entries({ ...at.dataset }).slice(0, 3).map(([k, v]) => `${k}=${v}`).join(" ") : "";
    return `<${node.tagName.toLowerCase()} ${node.getAttribute?.("class") ?? ""} ${data}>`;
  };
  const OVERLAY = ".menu, dialog, .why ul, .step-clauses, #hint, .toasts, .clause-note, .sr, .skip, .tour";
  const known = new Map([[document.body, false], [null, false]]);
  const scrolls = (node) => {
    if (!known.has(node))
      known.set(node, /auto|scroll/.test(getComputedStyle(node).overflowY) || scrolls(node.parentElement));
    return known.get(node);
  };
  const shown = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

  // the things that take room: cards, circles, buttons, and every piece of text
  const things = [];
  const add = (kind, node, rect) => {
    if (rect.width < 1 || rect.height < 1) return;
    things.push({ kind, node, rect, scrolls: scrolls(node) });
  };
  for (const node of document.querySelectorAll("pit-card, .place, button, summary, input, a, .lights, .rungs li")) {
    if (node.closest(OVERLAY) || !shown(node)) continue;
    const kind = node.matches("pit-card") ? "card" : node.matches(".place") ? "place" : "control";
    add(kind, node, node.getBoundingClientRect());
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (!text.data.trim() || node.closest(`${OVERLAY}, script, svg, noscript, style`) || !shown(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    // a name too long for its plate ends in dots, and is whole in its label: it takes the room of its box
    const dotted = node.title && getComputedStyle(node).textOverflow === "ellipsis";
    for (const rect of dotted ? [node.getBoundingClientRect()] : range.getClientRects()) {
      if (rect.width < 1) continue;
      const size = parseFloat(getComputedStyle(node).fontSize);
      // the line box is higher than the letters
      const trim = Math.max(0, (rect.height - size) / 2);
      things.push({
        kind: "text",
        node,
        words: text.data.trim().slice(0, 30),
        size,
        rect: { left: rect.left, right: rect.right, top: rect.top + trim, bottom: rect.bottom - trim, width: rect.width, height: rect.height - 2 * trim },
        scrolls: scrolls(node),
      });
    }
  }

  const inside = (a, b, slack = SLACK) =>
    a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const said = (t) => (t.words ? `"${t.words}" ${name(t.node)}` : name(t.node));

  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const t of things) {
    if (!t.scrolls && !inside(t.rect, screen)) found.push(`off the screen: ${said(t)} ${JSON.stringify(t.rect)}`);
    for (const box of [".felt", ".spots > .spot", ".mine", ".dealer", ".dock", ".table-head", ".place", "button", ".fit"]) {
      const holder = t.node.closest(box);
      if (!holder || holder === t.node || (box === ".place" && t.kind !== "text")) continue;
      // chips and results may stand out of their circle as far as the circle has room around it
      const slack = box === ".place" ? 14 : SLACK;
      if (!inside(t.rect, holder.getBoundingClientRect(), slack)) found.push(`out of ${box}: ${said(t)}`);
    }
    if (t.kind === "text") {
      if (t.size < 11.9) found.push(`small text ${t.size}px: ${said(t)}`);
      const style = getComputedStyle(t.node);
      if (style.overflowX !== "visible" && !(t.node.title && style.textOverflow === "ellipsis") && t.node.scrollWidth > t.node.clientWidth + 1) found.push(`cut: ${said(t)}`);
    }
  }

  // nothing lies over anything else, but for cards of one fan and what lies in its own circle or button
  const solid = things.filter((t) => !t.scrolls);
  for (let i = 0; i < solid.length; i += 1) {
    for (let j = i + 1; j < solid.length; j += 1) {
      const [a, b] = [solid[i], solid[j]];
      const over = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const down = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (over <= SLACK || down <= SLACK) continue;
      if (a.node.contains(b.node) || b.node.contains(a.node)) continue;
      const fan = a.node.closest(".cards.fan");
      if (fan && fan === b.node.closest(".cards.fan")) continue;
      const chips = a.node.closest(".place");
      if (chips && chips === b.node.closest(".place")) continue;
      const lammer = (t) => t.node.matches(".lammer");
      if (lammer(a) || lammer(b)) continue;
      found.push(`${said(a)} lies over ${said(b)} by ${over.toFixed(0)}x${down.toFixed(0)}`);
    }
  }

  // what was dealt is there to be seen
  for (const node of document.querySelectorAll(".mine pit-card, .dealer pit-card, .centre pit-card")) {
    if (!shown(node)) found.push(`not shown: ${name(node)}`);
  }

  // every place for chips has its name, every hand that is set its order
  for (const node of document.querySelectorAll(".mine .bet")) {
    if (shown(node) && !node.querySelector(".place-name")?.textContent.trim()) found.push(`no name: ${name(node)}`);
  }
  const strength = (c) => (c === "Jk" ? 99 : "23456789TJQKA".indexOf(c[0]));
  for (const node of document.querySelectorAll("[data-place=front], [data-place=back]")) {
    const open = [...node.querySelectorAll("pit-card")].map((one) => one.getAttribute("c")).filter((c) => c !== "??");
    if (open.some((c, i) => i && strength(c) > strength(open[i - 1]))) found.push(`unsorted: ${open.join(" ")}`);
  }

  // sizes
  const width = (node) => node.getBoundingClientRect().width;
  for (const node of document.querySelectorAll(".mine .place")) {
    if (shown(node) && width(node) < (wide ? 71.5 : 43.5)) found.push(`small circle ${width(node)}: ${name(node)}`);
  }
  for (const node of document.querySelectorAll("pit-card")) {
    if (!shown(node)) continue;
    const own = node.closest(".mine") && !node.closest(".fan") && !node.closest(".aside") && !node.closest(".bj-hand + .bj-hand");
    const least = own ? (wide ? 89.5 : 36) : node.closest(".mine") ? 36 : node.closest(".dealer, .centre") ? 27 : 20;
    if (width(node) < least) found.push(`small card ${width(node).toFixed(1)} < ${least}: ${name(node)} in ${name(node.closest(".spot, .dealer, .centre"))}`);
  }
  for (const node of document.querySelectorAll("button, summary, input[type=range], .dock a")) {
    if (!shown(node) || node.closest(OVERLAY) || node.matches(".clause, .pick, .place, .to-front") || scrolls(node)) continue;
    const rect = node.getBoundingClientRect();
    const least = matchMedia("(hover: none)").matches ? 43.5 : 35.5;
    if (rect.height < least || rect.width < least) found.push(`hard to press ${rect.width.toFixed(0)}x${rect.height.toFixed(0)}: ${name(node)}`);
  }

  // a card that is to be pressed is as large as a finger, whatever the screen
  for (const node of document.querySelectorAll(".pick")) {
    const rect = node.getBoundingClientRect();
    if (shown(node) && Math.min(rect.width, rect.height) < 43.5) found.push(`hard to press ${rect.width.toFixed(1)} wide: ${name(node)}`);
  }

  // contrast of text on what is painted behind it
  const parse = (colour) => {
    const parts = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    if (colour.startsWith("color(srgb")) return [parts[0] * 255, parts[1] * 255, parts[2] * 255, parts[3] ?? 1];
    return [parts[0], parts[1], parts[2], parts[3] ?? 1];
  };
  const mix = (top, under) => top.slice(0, 3).map((c, i) => c * top[3] + under[i] * (1 - top[3]));
  const PAINTED = [[".felt", [20, 86, 60]], [".table-head", [60, 38, 24]], [".top", [60, 38, 24]]];
  const ground = (node) => {
    const layers = [];
    let under = parse(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3);
    for (let up = node; up; up = up.parentElement) {
      const painted = PAINTED.find(([selector]) => up.matches(selector));
      if (painted) { under = painted[1]; break; }
      const colour = parse(getComputedStyle(up).backgroundColor);
      if (colour[3] === 1) { under = colour.slice(0, 3); break; }
      if (colour[3] > 0) layers.push(colour);
    }
    for (const layer of layers.reverse()) under = mix(layer, under);
    return under;
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const t of things) {
    if (t.kind !== "text" || t.node.closest(":disabled, .bj-hand.gone")) continue;
    const under = ground(t.node);
    const ink = mix(parse(getComputedStyle(t.node).color), under);
    const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)}: ${said(t)}`);
  }
  return [...new Set(found)];
}
