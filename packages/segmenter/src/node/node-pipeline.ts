/** Entry of the thread that processes images in Node. */
import { serveCalls } from '../transport/serve-calls.ts';
import { sharpPlatform } from './sharp-platform.ts';

serveCalls(sharpPlatform);
