/** The thread that works on pictures in Node. */
import { serveCalls } from '../transport/serve-calls.ts';
import { sharpPlatform } from './sharp-platform.ts';

serveCalls(sharpPlatform);
