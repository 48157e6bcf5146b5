/** Characters that items of lists begin with. */

/** Empty and ticked: check boxes that are drawn become these. */
export const EMPTY_BOX = '☐';
export const TICKED_BOX = '☒';
const CHECK_BOXES = '☐☑☒';
/** Discs and arrows, which open an item although its text follows at once. As part of a class of characters. */
const DISCS_AND_ARROWS = '•●◦▪‣⁃▶►▸▹➢➣➤➔➙➛➜➝➞➟➠➡➥➦➧➨➩➪➱➲➵➸➺➻➼➽➾';
/** As part of a class of characters. Hyphens, dashes and asterisks are bullets only where they stand alone. */
export const BULLET_CHARACTERS = `${DISCS_AND_ARROWS}○▫■□◻❑❏❐❒◼◾◽◆◇❖❍◉◎⚫⬤⬥▻·∙∗⁎→⇨☞✓✔✗✘✦✱★${CHECK_BOXES}*‐‒–—―\\-`;

const BULLET = new RegExp(`^[${BULLET_CHARACTERS}]$`, 'u');
const CLOSE_BULLET = new RegExp(`^[${DISCS_AND_ARROWS}](?=[\\p{L}\\p{N}("“])`, 'u');
const CHECK_BOX = new RegExp(`^[${CHECK_BOXES}]$`, 'u');

/** Whether the text is a bullet and nothing else. */
export const isBullet = (text: string): boolean => BULLET.test(text);

/** The bullet that a text begins with, right before its first word; null of others. */
export const closeBullet = (text: string): string | null =>
  DISCS_AND_ARROWS.includes(text.charAt(0)) ? (CLOSE_BULLET.exec(text)?.[0] ?? null) : null;

/** Whether the text is a check box and nothing else. */
export const isCheckBox = (text: string): boolean => CHECK_BOX.test(text);
