import { isDark } from '../../ui/theme';
import { embedFrame } from './embed-frame';

/** A press on a card's button puts the frame into the card; until then nothing of that site was asked for. */
export function openEmbed(target: EventTarget): void {
  const button = target instanceof Element ? target.closest('button[data-embed-button]') : null;
  const figure = button?.closest<HTMLElement>('figure[data-embed]');
  const frame = figure && embedFrame(figure.dataset.embed ?? '', isDark());
  if (!button || !figure || !frame) return;
  const element = document.createElement('iframe');
  element.src = frame.src;
  element.title = figure.querySelector('a')?.textContent ?? 'Embedded content';
  element.className = `embed-frame embed-${frame.shape}`;
  element.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
  element.tabIndex = 0;
  figure.prepend(element);
  figure.dataset.open = '';
  button.parentElement?.remove();
  element.focus({ preventScroll: true });
}
