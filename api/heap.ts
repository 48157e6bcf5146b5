/**
 * Has to be imported before anything else. Uploads make much short-lived garbage, and V8 reacts by growing its young
 * generation, by some 80 MB for one large upload, and never shrinks it again. At its initial size it is collected more
 * often instead, which the api hardly notices, because it mostly waits.
 */
import { setFlagsFromString } from 'node:v8';

// at run time V8 respects the growth factor, but no longer a maximum
setFlagsFromString('--semi-space-growth-factor=1');
