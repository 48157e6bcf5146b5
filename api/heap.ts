/**
 * To be imported before anything else. Uploads make much short-lived garbage, and V8 answers that by growing its young
 * generation, by some 80 MB for one large upload, which it does not give back. Kept at its first size it is collected
 * more often instead, which the api hardly notices: its work is waiting.
 */
import { setFlagsFromString } from 'node:v8';

// at run time V8 heeds the growth, no longer the maximum
setFlagsFromString('--semi-space-growth-factor=1');
