// layout.js: the room of the page and of the table: one beside or above the other, with an edge to drag, or one alone.
import {find} from './dom.js';

const STEP = 5, // percent that an arrow key moves the edge
  LEAST = 10;

let share = 50; // of the page, in percent

const isBeside = () => find('work').dataset.layout === 'beside';

const setShare = to => {
  share = Math.round(Math.min(Math.max(to, LEAST), 100 - LEAST));
  find('work').style.setProperty('--share', `${share}%`);
  find('edge').setAttribute('aria-valuenow', share);
};

const setLayout = layout => {
  find('work').dataset.layout = layout;
  find('edge').setAttribute('aria-orientation', layout === 'beside' ? 'vertical' : 'horizontal');
};

const drag = event => {
  const edge = find('edge');
  const move = ({clientX, clientY}) => {
    const {left, top, width, height} = find('work').getBoundingClientRect();
    setShare(100 * (isBeside() ? (clientX - left) / width : (clientY - top) / height));
  };
  event.preventDefault();
  edge.focus();
  edge.setPointerCapture(event.pointerId); // also over the frame
  edge.addEventListener('pointermove', move);
  edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {once: true});
};

const press = event => {
  const by = {ArrowUp: -STEP, ArrowLeft: -STEP, ArrowDown: STEP, ArrowRight: STEP, Home: -100, End: 100}[event.key];
  if (by === undefined) return;
  event.preventDefault();
  setShare(share + by);
};

export const startLayout = () => {
  const menu = find('layout');
  menu.value = innerWidth >= 1700 ? 'beside' : 'stacked';
  menu.addEventListener('change', () => setLayout(menu.value));
  setLayout(menu.value);
  setShare(share);
  find('edge').addEventListener('pointerdown', drag);
  find('edge').addEventListener('keydown', press);
  find('edge').addEventListener('dblclick', () => setShare(50));
};
