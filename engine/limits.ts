/** Sizes of files, in bytes. */

/** A section above this is split along its headings. */
export const AIM_BYTES = 20_000;
/** A section without headings is cut into parts of about this size, once it is over twice as large. */
export const PART_BYTES = 40_000;
/** No file is ever larger. */
export const MAX_FILE_BYTES = 250_000;
/** Room for front matter, page marks and labels, which are not known yet when a file is planned. */
export const HARD_BYTES = MAX_FILE_BYTES - 30_000;
/** Less than this of text before the first child makes no file of its own. */
export const MIN_OWN_BYTES = 300;
/** Sections smaller than this go into one file with their neighbours, unless the template wants a file for each. */
export const SMALL_BYTES = 2_000;
/** The same for the main sections of a document, which readers look for by name. */
export const SMALL_MAIN_BYTES = 500;
