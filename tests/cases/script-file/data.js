/* The list of the shed. */
"use strict";
window.SHED.list = [
  {name: "Hand drill", price: "€ 31.00", text: "Has two gears and a spare chuck."},
  {name: "Spoke shave", price: "€ 22.50", text: "The sole is flat, the iron new."},
  {name: "Frame saw", price: "€ 58.00", text: "Cuts boards up to a hand wide."},
  {name: "Marking gauge", price: "€ 9.80", text: "With a wheel instead of a pin."},
];
