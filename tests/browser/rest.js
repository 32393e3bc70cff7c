// Waits until the page is as it will stay: it has the size it was given, letters and charts are drawn, and nothing
// moves any more from one frame to the next.
async ({ size, patience }) => {
  const until = performance.now() + patience;
  const late = (words) => {
    if (performance.now() > until) throw new Error(words());
  };
  // a page in a frame takes its size from it, and only what its window shows of it is painted
  const framed = window.frameElement;
  if (framed && size) Object.assign(framed.style, { width: `${size.width}px`, height: `${size.height}px` });
  // however late a new size comes, nothing is judged by the old one
  while (size && (innerWidth !== size.width || innerHeight !== size.height)) {
    late(() => `the page stays ${innerWidth}x${innerHeight}`);
    await new Promise((done) => setTimeout(done, 5));
  }
  await document.fonts.ready;
  // the bar of the time never comes to rest
  const WATCHED =
    "pit-card, .place, .spot, .fit, .dock :not(.time, .time *, .clock), .prizes, .stake, .odometer, pit-chart, [data-do], main, main > *";
  const stands = () =>
    [...document.querySelectorAll(WATCHED)]
      .map((node) => Object.values(node.getBoundingClientRect().toJSON()).map(Math.round).join())
      .concat(document.documentElement.scrollWidth, document.documentElement.scrollHeight)
      .join();
  for (let same = 0, before = ""; same < 3; ) {
    late(() => "the page does not come to rest");
    // boxes in boxes settle from frame to frame, not by being measured
    await new Promise(requestAnimationFrame);
    const now = stands();
    same = now === before && !document.querySelector("pit-chart[aria-busy=true]") ? same + 1 : 0;
    before = now;
  }
}
