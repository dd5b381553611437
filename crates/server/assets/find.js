// Finds rules and cards by words: whatever does not have them is folded away while one types.

/** Makes the search of a page work as one types. The form works without it. */
export function find() {
  const form = document.querySelector("[data-find]");
  const field = form.querySelector("[type=search]");
  const things = [...document.querySelectorAll(form.dataset.find)];
  // What stands above a thing counts, as it does for the form.
  const heading = (thing) => thing.closest("[data-group]")?.querySelector("h2")?.textContent ?? "";
  const texts = things.map((thing) => `${heading(thing)} ${thing.textContent}`.toLowerCase());
  const told = form.querySelector("output");
  form.addEventListener("submit", (event) => event.preventDefault());
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kinds = [...form.querySelectorAll("[name=kind]:checked")].map((box) => box.value);
    let found = 0;
    things.forEach((thing, n) => {
      const fits = words.every((word) => texts[n].includes(word)) && (kinds.length === 0 || kinds.includes(thing.dataset.kind));
      thing.hidden = !fits;
      found += Number(fits);
    });
    // A heading with nothing below it says nothing.
    for (const group of document.querySelectorAll("[data-group]")) {
      group.hidden = !things.some((thing) => !thing.hidden && group.contains(thing));
    }
    // What is found stands alone.
    for (const aside of document.querySelectorAll("[data-aside]")) aside.hidden = words.length > 0;
    told.textContent = words.length || kinds.length ? `${found} of ${things.length}` : "";
  };
  form.addEventListener("input", search);
  if (field.value) search();
}
