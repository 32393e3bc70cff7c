// The jackpot desk: what every jackpot stands at, what waits, and each act of its life for whom it is.

import { h, patch, clause, dollars, words } from "./dom.js";
import { api } from "./api.js";
import { ask, centsOf, field, momentOf, perform, signature, signed } from "./acting.js";
import { listen } from "./bell.js";

const page = document.getElementById("desk");
const place = document.getElementById("jackpots");
const { games, tables, reasons } = JSON.parse(document.getElementById("known").textContent);
const { role, name: me, location: here } = page.dataset;
const BOSSES = ["supervisor", "executive"];
const may = (...roles) => roles.includes(role);
let jackpots = [];

const tableName = (id) => tables.find((t) => t.id === id)?.name ?? id;
const find = (id) => jackpots.find((j) => j.id === id);
const input = (name, more = {}) => h("input", { name, autocomplete: "off", ...more });
const amount = (text, name = "amount", more = {}) => field(text, input(name, { inputmode: "decimal", required: true, ...more }));
const why = () => field("Why", h("input", { name: "why", required: true, minlength: 3, maxlength: 300 }));
const choice = (text, name, options) =>
  field(text, h("select", { name }, options.map(([value, label]) => h("option", { value }, label))));
const meterChoice = (j) => choice("Meter", "meter", j.meters.map((m) => [m.name, `${words(m.name)}, ${dollars(m.cents)}`]));

// a jackpot's card

function meters(j) {
  const rows = j.meters.map((m) =>
    h(
      "tr",
      { data: { key: m.name } },
      h("th", { scope: "row" }, words(m.name), m.in_use ? h("small", { class: "soft" }, m.in_use.words) : null),
      h("td", { class: "n" }, h("b", {}, dollars(m.cents))),
      j.kind === "house"
        ? null
        : [
            h("td", { class: "n" }, dollars(m.held_cents ?? 0)),
            h("td", { class: "n" }, dollars(m.reserve_cents ?? 0)),
            h("td", { class: "n" }, dollars(m.overflow_cents ?? 0)),
          ],
    ),
  );
  const head = j.kind === "house" ? ["Meter", "Posted"] : ["Meter", "Shown", "Held", "Reserve", "Overflow"];
  return h(
    "div",
    { class: "scroll", data: { key: "meters" } },
    h("table", {}, h("thead", {}, h("tr", {}, head.map((t, i) => h("th", { class: i && i < 5 ? "n" : "" }, t)))), h("tbody", {}, rows)),
  );
}

function proposals(j) {
  return j.meters.flatMap((m) => {
    const found = [];
    if (m.proposed) {
      const own = m.proposed.by_id === me;
      found.push(
        h(
          "div",
          { class: "proposal", data: { key: `proposed-${m.name}` } },
          h("p", {}, h("b", {}, `Proposed for ${m.name} by ${m.proposed.by}: `), m.proposed.words, `. ${m.proposed.why} `, clause("HR-18")),
          h(
            "div",
            { class: "row" },
            may("executive") && !own ? act(j, "approve", "Approve", { meter: m.name }) : h("span", { class: "soft" }, own ? "Another person approves it." : "An executive approves it."),
            may(...BOSSES) ? act(j, "decline", "Decline", { meter: m.name }) : null,
          ),
        ),
      );
    }
    if (m.waiting)
      found.push(h("p", { class: "soft", data: { key: `waiting-${m.name}` } }, `After the next reset of ${m.name}: ${m.waiting.words} (${m.waiting.by}, approved by ${m.waiting.approved_by}).`));
    return found;
  });
}

function money(j) {
  if (j.owed_cents === null) return null;
  const missing = j.owed_cents - j.bank_cents;
  return h(
    "dl",
    { class: "figures-row", data: { key: "money" } },
    h("div", {}, h("dt", {}, "Owed to players"), h("dd", {}, dollars(j.owed_cents))),
    h("div", {}, h("dt", {}, "In the separate account"), h("dd", {}, dollars(j.bank_cents))),
    h("div", {}, h("dt", {}, missing > 0 ? "To be deposited" : "Above what is owed"), h("dd", { class: missing > 0 ? "lose" : "" }, dollars(Math.abs(missing)))),
    j.due_us ? h("div", {}, h("dt", {}, "Due by"), h("dd", {}, momentOf(j.due_us))) : null,
  );
}

const act = (j, deed, text, more = {}) => h("button", { type: "button", data: { deed, jackpot: j.id, key: deed, ...more } }, text);

function acts(j) {
  const progressive = j.kind === "progressive";
  const runs = ["running", "suspended"].includes(j.status);
  const list = [
    j.status === "created" && may(...BOSSES) ? act(j, "start", "Start") : null,
    j.status !== "retired" && may("executive") ? act(j, "link", "Put on a table") : null,
    j.tables.length && may("executive") ? act(j, "unlink", "Take off a table") : null,
    progressive && runs && may("cashier", ...BOSSES) ? act(j, "deposit", "Deposit") : null,
    progressive && runs && may("cashier", "auditor", ...BOSSES) ? act(j, "count", "Count the account") : null,
    progressive && j.bank_cents > j.owed_cents && may("executive") ? act(j, "withdraw", "Withdraw") : null,
    progressive && j.status !== "retired" && may(...BOSSES) ? act(j, "propose", "Propose settings") : null,
    progressive && runs && may("executive") ? act(j, "adjust", "Adjust a meter") : null,
    !progressive && j.status !== "retired" && may("executive") ? act(j, "post", "Post an amount") : null,
    !progressive && j.status !== "retired" && may("executive") ? act(j, "notices", "Notices") : null,
    j.malfunctions.length && may(...BOSSES) ? act(j, "reported", "Malfunction reported") : null,
    j.status === "running" && may(...BOSSES) ? act(j, "suspend", "Suspend") : null,
    j.status === "suspended" && may("executive") ? act(j, "resume", "Resume") : null,
    j.status !== "retired" && may("executive") ? act(j, "retire", "Retire") : null,
    h("a", { class: "button", href: `/pit/statement/${encodeURIComponent(j.id)}`, data: { key: "statement" } }, "Statement"),
  ];
  return h("div", { class: "row no-print", data: { key: "acts" } }, list);
}

const TONES = { running: "good", suspended: "bad", created: "mild" };

function card(j) {
  return h(
    "article",
    { class: "panel desk-card", id: j.id, data: { key: j.id, status: j.status } },
    h("header", { class: "spread", data: { key: "head" } }, h("h2", {}, j.name), h("span", { class: `tag ${TONES[j.status] ?? ""}` }, j.status)),
    h(
      "p",
      { class: "soft", data: { key: "facts" } },
      [j.id, `pay table ${j.pay_table}`, `${dollars(j.wager_cents)} wager`, j.location, j.tables.length ? `on ${j.tables.map(tableName).join(", ")}` : "on no table", `awards ${words(j.award_order).toLowerCase()}`].join(" · "),
    ),
    j.suspended_for ? h("p", { class: "note alarm", data: { key: "suspended" } }, `No wagers: ${j.suspended_for}. `, clause("HR-10")) : null,
    meters(j),
    money(j),
    proposals(j),
    j.malfunctions.map((m, n) =>
      h("p", { class: "note malfunction", data: { key: `malfunction-${n}` } }, `Malfunction of ${m.meter}, corrected by ${dollars(m.cents)} (${m.by}): to be reported by ${m.due}. `, clause("HR-11")),
    ),
    j.unpaid.length || j.open_claims
      ? h("p", { data: { key: "claims" } }, h("a", { href: "/supervisor" }, [j.open_claims ? `${j.open_claims} open on the meters` : "", j.unpaid.length ? `${j.unpaid.length} not paid: ${j.unpaid.map((u) => dollars(u.prize_cents)).join(", ")}` : ""].filter(Boolean).join("; ")))
      : null,
    j.notices.length ? h("ul", { class: "small soft", data: { key: "notices" } }, j.notices.map((n) => h("li", {}, n))) : null,
    acts(j),
  );
}

function draw() {
  const order = { running: 0, suspended: 1, created: 2, retired: 3 };
  const list = [...jackpots].sort((a, b) => order[a.status] - order[b.status] || a.id.localeCompare(b.id));
  const [alive, gone] = [list.filter((j) => j.status !== "retired"), list.filter((j) => j.status === "retired")];
  patch(
    place,
    list.length
      ? [
          ...alive.map(card),
          gone.length
            ? h(
                "details",
                { class: "panel retired", data: { key: "retired" } },
                h("summary", {}, `${gone.length} retired`),
                h("ul", {}, gone.map((j) => h("li", { id: j.id, data: { key: j.id } }, `${j.name} (${j.id}) `, h("a", { href: `/pit/statement/${encodeURIComponent(j.id)}` }, "Statement")))),
              )
            : null,
        ]
      : [h("div", { class: "empty", data: { key: "empty" } }, h("h2", {}, "No jackpot yet"), h("p", {}, "An executive creates one; a table's file can bring one, too."))],
  );
}

/** Two that would read alike are told apart by the names they were created with. */
function apart(list) {
  const same = (j) => list.filter((o) => o.name === j.name && o.status !== "retired").length > 1;
  return list.map((j) => (j.status !== "retired" && same(j) ? { ...j, name: `${j.name} ‘${j.id}’` } : j));
}

async function load() {
  const found = await api("GET", "/desk/jackpots").catch(() => null);
  if (found) jackpots = apart(found);
  draw();
}

// acts

const done = async (j, deed, body, said) => {
  const answer = await perform(`/desk/jackpots/${encodeURIComponent(j.id)}/${deed}`, body, { said });
  await load();
  return answer !== null;
};
const value = (form, name) => form.elements[name]?.value.trim() ?? "";
const cents = (form, name = "amount") => {
  try {
    return centsOf(value(form, name));
  } catch (error) {
    throw { ...error, field: [name] };
  }
};
const percent = (form, name) => {
  const text = value(form, name).replace(/\s*%$/, "");
  const accepted = "per cent such as 18 or 18.5";
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) throw { error: `${text || "Nothing"} is not a rate.`, accepted, field: [name], needs: accepted };
  return text;
};
const filled = (form, name, read) => (value(form, name) ? read(form, name) : undefined);

function settingsFields(meter, required = true) {
  const prefix = meter ? `${meter}_` : "";
  return h(
    "div",
    { class: "two" },
    field("Seed, for each $1 of wager", input(`${prefix}seed`, { inputmode: "decimal", required, placeholder: "2,000" })),
    field("Contribution, per cent", input(`${prefix}contribution`, { inputmode: "decimal", required, placeholder: "18" })),
    field("Reserve, per cent", input(`${prefix}reserve`, { inputmode: "decimal", required, placeholder: "2" })),
    field("Most it may show", input(`${prefix}maximum`, { inputmode: "decimal", placeholder: "none" })),
  );
}

const SIGN_HELP = {
  malfunction: "Plus raises the display, minus lowers it.",
  "amount-won": "What was won and taken off the meter.",
  "seed-recovery": "What of the house's seed goes back to the house.",
  "gross-receipts": "What goes from the reserve or the overflow to the house's receipts.",
  "above-maximum": "What is shown above the maximum goes to the overflow; no amount is typed.",
};

/** What no jackpot can be called: a name has no slash. */
const ELSEWHERE = "/elsewhere";

const dialogs = {
  start: (j) => ask(`Start ${j.name}`, [h("p", {}, "It is open for wagers from now on; a progressive's meters get their seeds. ", clause("JP-10"))], () => done(j, "start", {}, "It runs."), { button: "Start" }),
  link: (j) => {
    const free = tables.filter((t) => !j.tables.includes(t.id) && games.some((g) => g.id === t.game));
    ask(
      `${j.name} on a table`,
      [choice("Table", "table", free.map((t) => [t.id, t.name])), choice("Sensor", "sensor", [["jackpot", "Jackpot"], ["second-jackpot", "Second jackpot"]]), field("Pay table there", input("pay_table", { value: j.pay_table, required: true }))],
      (form) => done(j, "link", { table: value(form, "table"), sensor: value(form, "sensor"), pay_table: value(form, "pay_table") }, "It is on the table."),
      { button: "Put it there", note: "A table that offers the jackpot wager shows it at once; on a second table it is a link, with its checks (HR-13)." },
    );
  },
  unlink: (j) =>
    ask(
      `${j.name} off a table`,
      [choice("Table", "table", j.tables.map((t) => [t, tableName(t)])), ["running", "suspended"].includes(j.status) ? signature("A supervisor or executive signs as well") : null],
      (form) => done(j, "unlink", { table: value(form, "table"), second: signed(form) }, "It is off the table."),
      { button: "Take it off" },
    ),
  deposit: (j) =>
    ask(`Deposit for ${j.name}`, [amount("Dollars into the separate account", "amount", { value: j.owed_cents > j.bank_cents ? (Math.max(0, j.owed_cents - j.bank_cents) / 100).toFixed(2) : "" })], (form) => done(j, "deposit", { amount_cents: cents(form) }, "Deposited."), {
      note: "At most what is owed and not there yet (HR-10).",
    }),
  count: (j) =>
    ask(`The separate account of ${j.name}`, [amount("What its statement shows"), j.shortfall ? signature("A second person signs the count that lifts the shortfall", { required: false }) : null], (form) => done(j, "count", { found_cents: cents(form), ...(j.shortfall ? { second: signed(form) } : {}) }, "Counted."), {
      note: "A shortfall stops the wager until a count, signed by two people, shows none (HR-10).",
    }),
  withdraw: (j) =>
    ask(`Withdraw from ${j.name}`, [amount("Dollars", "amount", { value: ((j.bank_cents - j.owed_cents) / 100).toFixed(2) }), why(), signature("The second person")], (form) => done(j, "withdraw", { amount_cents: cents(form), why: value(form, "why"), second: signed(form) }, "Withdrawn.")),
  propose: (j) =>
    ask(
      `Other settings of ${j.name}`,
      [meterChoice(j), settingsFields("", false), h("label", { class: "tick" }, h("input", { type: "checkbox", name: "no_maximum" }), "No maximum any more"), why()],
      (form) =>
        done(
          j,
          "propose",
          {
            meter: value(form, "meter"),
            seed_cents: filled(form, "seed", cents),
            contribution_percent: filled(form, "contribution", percent),
            reserve_percent: filled(form, "reserve", percent),
            maximum_cents: filled(form, "maximum", cents),
            no_maximum: form.elements.no_maximum.checked,
            why: value(form, "why"),
          },
          "Proposed.",
        ),
      { button: "Propose", note: "What is left empty stays. Another person, an executive, approves it; it counts after the next reset (HR-18)." },
    ),
  approve: (j, { meter }) => ask(`Approve the change of ${j.name}`, [h("p", {}, j.meters.find((m) => m.name === meter)?.proposed?.words ?? "")], () => done(j, "approve", { meter }, "Approved."), { button: "Approve" }),
  decline: (j, { meter }) => ask(`Decline the change of ${j.name}`, [why()], (form) => done(j, "decline", { meter, why: value(form, "why") }, "Declined."), { button: "Decline" }),
  post: (j) =>
    ask(`The posted amount of ${j.name}`, [meterChoice(j), amount("Dollars"), why(), signature("The second person")], (form) => done(j, "post", { meter: value(form, "meter"), amount_cents: cents(form), why: value(form, "why"), second: signed(form) }, "Posted.")),
  notices: (j) =>
    ask(`Notices of ${j.name}`, [field("One a line", h("textarea", { name: "notices", rows: 6, required: true }, j.notices.join("\n"))), why(), signature("The second person")], (form) =>
      done(j, "notices", { notices: value(form, "notices").split("\n").filter((l) => l.trim()), why: value(form, "why"), second: signed(form) }, "Posted."), { note: "What the regulation wants said must be in them (HR-09)." }),
  reported: (j) =>
    ask(
      `Malfunctions of ${j.name}`,
      [field("Letter or number under which it was reported", input("reference", { required: true, minlength: 3, maxlength: 200 }))],
      (form) => done(j, "reported", { reference: value(form, "reference") }, "The report is on record."),
      { button: "Reported", note: `${j.malfunctions.length} to be reported, the first by ${j.malfunctions.map((m) => m.due).sort()[0]} (HR-11).` },
    ),
  suspend: (j) => ask(`Suspend ${j.name}`, [why()], (form) => done(j, "suspend", { why: value(form, "why") }, "Suspended."), { button: "Suspend" }),
  resume: (j) => ask(`Resume ${j.name}`, [h("p", {}, `Suspended for: ${j.suspended_for}.`)], () => done(j, "resume", {}, "It runs again."), { button: "Resume" }),
  retire: (j) => {
    const takes = (o) => o.id !== j.id && o.kind === "progressive" && o.status === "running";
    const alike = (o) => o.game === j.game && o.pay_table === j.pay_table;
    const heirs = jackpots.filter(takes).sort((a, b) => Number(alike(b)) - Number(alike(a)));
    const to = choice("The players' money goes to", "into", [
      ["", "nobody: there is none"],
      ...heirs.map((o) => [o.id, alike(o) ? o.name : `${o.name}, pay table ${o.pay_table}: the Commission approves`]),
      [ELSEWHERE, "somebody else: the Commission approves"],
    ]);
    const distribution = field("To whom, and how", input("distribution", { maxlength: 300 }));
    const approval = field("Reference of the Commission's approval", input("approval", { maxlength: 300 }));
    const show = (into) => {
      distribution.hidden = into !== ELSEWHERE;
      approval.hidden = !into || heirs.some((o) => o.id === into && alike(o));
    };
    to.addEventListener("change", (event) => show(event.target.value));
    show("");
    ask(
      `Retire ${j.name}`,
      [...(j.kind === "progressive" ? [to, distribution, approval] : []), signature("A supervisor or executive signs as well")],
      (form) => {
        const into = value(form, "into");
        const elsewhere = into === ELSEWHERE;
        const body = {
          ...(into && !elsewhere ? { into } : {}),
          ...(elsewhere ? { distribution: value(form, "distribution") } : {}),
          ...(into && !approval.hidden && value(form, "approval") ? { approval: value(form, "approval") } : {}),
          second: signed(form),
        };
        return done(j, "retire", body, elsewhere ? "Retired. What belongs to the players is among the claims, to be paid." : "Retired.");
      },
      { button: "Retire it for good", note: "No claim open, no prize unpaid, no game running. The seeds go back to the house (HR-11)." },
    );
  },
  adjust: (j) => {
    const help = h("p", { class: "small soft" }, SIGN_HELP[reasons[0]]);
    const reason = choice("Reason", "reason", reasons.map((r) => [r, words(r)]));
    const source = choice("From", "source", [["reserve", "Reserve"], ["overflow", "Overflow"]]);
    const player = field("Player", input("player"));
    const sum = field("Dollars", input("amount", { inputmode: "decimal" }));
    const watch = signature("Surveillance, over the limit of HR-14", { prefix: "watch", required: false });
    const show = (now) => {
      help.textContent = SIGN_HELP[now] ?? "";
      source.hidden = now !== "gross-receipts";
      player.hidden = watch.hidden = now !== "amount-won";
      sum.hidden = now === "above-maximum";
    };
    reason.addEventListener("change", (event) => show(event.target.value));
    const sheet = ask(
      `Adjust a meter of ${j.name}`,
      [reason, help, meterChoice(j), sum, source, player, watch, why(), signature("The second person")],
      async (form) => {
        const now = value(form, "reason");
        const body = {
          reason: now,
          meter: value(form, "meter"),
          amount_cents: now === "above-maximum" ? 0 : cents(form),
          why: value(form, "why"),
          second: signed(form),
          ...(now === "gross-receipts" ? { source: value(form, "source") } : {}),
          ...(now === "amount-won" ? { player: value(form, "player"), surveillance: signed(form, "watch") } : {}),
        };
        if (!form.dataset.sure) {
          form.dataset.sure = "yes";
          form.querySelector("[type=submit]").textContent = `Yes: ${words(now).toLowerCase()}${body.amount_cents ? `, ${dollars(body.amount_cents)}` : ""}, ${body.meter}`;
          form.elements.second_password.value = body.second.password;
          return false;
        }
        const answer = await perform(`/jackpots/${encodeURIComponent(j.id)}/adjust`, body, { said: "The adjustment is booked and in the log." });
        await load();
        return answer !== null;
      },
      { button: "Adjust", note: "A meter goes down only for the reasons the regulation names; two people sign (HR-11, JP-31)." },
    );
    sheet.classList.add("wide");
    sheet.addEventListener("input", (event) => {
      delete sheet.querySelector("form").dataset.sure;
      if (event.target.name !== "second_password") sheet.querySelector("[type=submit]").textContent = "Adjust";
    });
    show(reasons[0]);
  },
};

function create() {
  const options = games.flatMap((g) => g.tables.map((t) => [`${g.id}/${t.id}`, `${g.name}, ${t.id}`]));
  const pays = choice("Game and pay table", "pays", options);
  pays.classList.add("whole");
  const kind = choice("Kind", "kind", [["progressive", "Progressive"], ["house", "House jackpot"]]);
  const body = h("div", { class: "stack" });
  const metersOf = (text) => {
    const [game, table] = text.split("/");
    return games.find((g) => g.id === game).tables.find((t) => t.id === table).meters;
  };
  const dialog = ask(
    "Create a jackpot",
    [
      h("div", { class: "two" }, field("Name", input("name", { required: true, pattern: "[a-z0-9][a-z0-9\\-]{0,60}", placeholder: "main-progressive", title: "small letters, digits and hyphens, such as main-street" })), kind, pays, amount("Fixed wager, dollars", "wager", { value: "1" }), field("Location", input("location", { required: true, value: here })), amount("Executive's card from", "executive", { value: "10,000" }), choice("Of several winners first", "order", [["right-first", "the dealer's right"], ["left-first", "the dealer's left"]]), field("Days to report a malfunction", input("days", { inputmode: "numeric", pattern: "[1-9][0-9]{0,2}", placeholder: "none named", title: "whole days, 1 to 999" }))),
      body,
    ],
    async (form) => {
      const progressive = value(form, "kind") === "progressive";
      const [game, pay_table] = value(form, "pays").split("/");
      const names = metersOf(value(form, "pays"));
      const made = {
        name: value(form, "name"),
        kind: value(form, "kind"),
        game,
        pay_table,
        wager_cents: cents(form, "wager"),
        location: value(form, "location"),
        executive_from_cents: cents(form, "executive"),
        award_order: value(form, "order"),
      };
      if (value(form, "days")) made.malfunction_days = Number(value(form, "days"));
      if (progressive)
        made.meters = Object.fromEntries(
          names.map((m) => [m, { seed_cents: cents(form, `${m}_seed`), contribution_percent: percent(form, `${m}_contribution`), reserve_percent: percent(form, `${m}_reserve`), maximum_cents: filled(form, `${m}_maximum`, cents) ?? null }]),
        );
      else {
        made.posted_cents = Object.fromEntries(names.map((m) => [m, cents(form, `${m}_posted`)]));
        made.notices = value(form, "notices").split("\n").filter((l) => l.trim());
      }
      const answer = await perform("/desk/jackpots", made, { said: `${made.name} is made. Put it on a table, then start it.` });
      await load();
      return answer !== null;
    },
    { button: "Create" },
  );
  dialog.classList.add("wide");
  const show = () => {
    const form = dialog.querySelector("form");
    const names = metersOf(value(form, "pays"));
    body.replaceChildren(
      ...(value(form, "kind") === "progressive"
        ? names.map((m) => h("fieldset", {}, h("legend", {}, words(m)), settingsFields(m)))
        : [...names.map((m) => amount(`${words(m)}: posted dollars`, `${m}_posted`)), field("Notices, one a line", h("textarea", { name: "notices", rows: 4 }))]),
    );
  };
  dialog.addEventListener("change", (event) => ["kind", "pays"].includes(event.target.name) && show());
  show();
}

document.getElementById("create")?.addEventListener("click", create);
place.addEventListener("click", (event) => {
  const target = event.target.closest("[data-deed]");
  if (target) dialogs[target.dataset.deed]?.(find(target.dataset.jackpot), target.dataset);
});

listen(load, document.getElementById("live-mark"));
