import { backgroundSources, encoders, serveCompositor } from '@isola/imaging/worker';

import { ppm } from './ppm.ts';
import { stripes } from './stripes.ts';

serveCompositor({ backgrounds: [...backgroundSources, stripes], encoders: [...encoders, ppm] });
