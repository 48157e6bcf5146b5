/** Signs that items of lists begin with. */

/** Empty and ticked: check boxes that are drawn become these. */
export const EMPTY_BOX = '☐';
export const TICKED_BOX = '☒';
const CHECK_BOXES = '☐☑☒';
/** As part of a class of characters. Hyphens, dashes and asterisks are bullets only where they stand alone. */
export const BULLET_SIGNS = `•●○◦▪▫■□◻❑❏❐◼◾◆◇❖‣⁃·∙∗⁎➢➤➔→✓✔✗✘✦★${CHECK_BOXES}*–—\\-`;

const BULLET = new RegExp(`^[${BULLET_SIGNS}]$`, 'u');
const CHECK_BOX = new RegExp(`^[${CHECK_BOXES}]$`, 'u');

/** Whether the text is a bullet and nothing else. */
export const isBullet = (text: string): boolean => BULLET.test(text);

/** Whether the text is a check box and nothing else. */
export const isCheckBox = (text: string): boolean => CHECK_BOX.test(text);
