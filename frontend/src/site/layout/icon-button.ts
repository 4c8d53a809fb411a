import { buttonLook } from '../../ui/button-look';

/** Buttons of an icon alone in header and menu: 36 px wide on phones, where the header has no room for more. */
export const iconButton = `${buttonLook({ look: 'quiet', size: 'icon' })} max-md:w-9`;
