"use strict";
// Shows the layout that belongs to a column of the picture: what it says is taken from the list of layouts.
(() => {
  const columns = document.getElementById("columns");
  if (columns) {
    const rows = [...document.querySelectorAll(".layouts tr[id]")];
    const starts = rows.flatMap((row, place) =>
      place === 0 || row.parentNode !== rows[place - 1].parentNode ? [place] : []);
    const seats = [...document.querySelectorAll(".layouts thead th")].map((cell) => cell.textContent);
    const cursor = document.getElementById("cursor");
    const panel = document.getElementById("layout");
    const hint = document.querySelector(".hint");
    let kept = -1; // the place of the layout that a click or a key has chosen
    let shown = -1;

    const element = (name, from, kind) => {
      const made = document.createElement(name);
      if (typeof from === "string") made.textContent = from;
      else if (from) made.append(...[...from.childNodes].map((node) => node.cloneNode(true)));
      if (kind) made.className = kind;
      return made;
    };

    const show = (place) => {
      if (place === shown) return;
      shown = place;
      cursor.hidden = panel.hidden = place < 0;
      hint.hidden = place >= 0;
      if (place < 0) return;
      cursor.style.left = `${(100 * (place + 0.5)) / rows.length}%`;
      cursor.style.width = `calc(${100 / rows.length}% + 4px)`;
      const [number, first, second, weight] = rows[place].cells;
      const outcome = rows[place].parentNode.rows[0].querySelector("span");
      const title = element("h3");
      const link = element("a", `Layout ${number.textContent.trim()}`);
      link.href = `#${rows[place].id}`;
      title.append(link);
      if (weight) title.append(" ", element("small", `counts ${weight.textContent.trim()}`));
      const hands = [first, second].map((cell, index) => {
        const box = element("div");
        box.append(element("h4", seats[index + 1]), element("div", cell, "hand"));
        return box;
      });
      panel.replaceChildren(title, ...hands, element("div", outcome, "outcome"));
      columns.setAttribute("aria-valuenow", place + 1);
      columns.setAttribute("aria-valuetext",
        `Layout ${number.textContent.trim()}. ${seats[1]} ${first.textContent}. ` +
        `${seats[2]} ${second.textContent}. ${outcome.textContent}`);
    };
    const keep = (place) => {
      kept = Math.max(-1, Math.min(rows.length - 1, place));
      show(kept);
    };
    const under = (event) => {
      const box = columns.getBoundingClientRect();
      const place = Math.floor(((event.clientX - box.left) / box.width) * rows.length);
      return Math.max(0, Math.min(rows.length - 1, place));
    };

    columns.addEventListener("pointermove", (event) => {
      // A finger that slides along chooses; a mouse only looks until it clicks.
      if (event.pointerType === "mouse" && !event.buttons) show(under(event));
      else keep(under(event));
    });
    columns.addEventListener("pointerleave", () => show(kept));
    columns.addEventListener("pointerdown", (event) => keep(under(event)));
    columns.addEventListener("focus", () => { if (kept < 0) keep(0); });
    columns.addEventListener("keydown", (event) => {
      const block = starts.filter((start) => start <= Math.max(0, kept)).length - 1;
      const to = {
        ArrowRight: kept + 1, ArrowUp: kept + 1, ArrowLeft: Math.max(0, kept - 1), ArrowDown: Math.max(0, kept - 1),
        PageUp: starts[block + 1] ?? rows.length - 1,
        PageDown: kept > starts[block] ? starts[block] : starts[Math.max(0, block - 1)],
        Home: 0, End: rows.length - 1, Escape: -1,
      }[event.key];
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      keep(to);
    });
    document.getElementById("before").addEventListener("click", () => keep(Math.max(0, kept - 1)));
    document.getElementById("next").addEventListener("click", () => keep(kept + 1));
  }

  // What a link leads to must not be folded away, and paper cannot be unfolded.
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (target.tagName === "TR") target.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", reveal);
  reveal();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const fold of folded) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of folded) fold.open = false;
  });
})();
