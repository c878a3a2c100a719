import { backgroundSources } from '../background/background-sources.ts';
import { encoders } from '../encode/encoders.ts';
import { serveCompositor } from './serve-compositor.ts';

serveCompositor({ backgrounds: backgroundSources, encoders });
