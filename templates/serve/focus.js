// focus.js: keeps the place of who works by the keyboard, while what had the focus is made again or goes away.
//
// Things have keys, such as "record 3" and "column 0".

let kept = null;

export const keepFocus = key => {
  kept = key;
};

// Puts the focus on what has the key, else on the last one of its kind before it.
export const focusOn = key => {
  const [kind, number] = key.split(' ');
  const same = [...document.querySelectorAll(`[data-key^="${kind} "]`)];
  const found = same.findLast(element => Number(element.dataset.key.split(' ')[1]) <= Number(number)) ?? same[0];
  found?.focus({preventScroll: true});
  found?.scrollIntoView({block: 'nearest', inline: 'nearest'});
};

// Gives the focus back if it is lost.
export const restoreFocus = () => {
  if (kept !== null && document.activeElement === document.body) focusOn(kept);
};

// Who uses the mouse is elsewhere now.
addEventListener('pointerdown', () => keepFocus(null));
