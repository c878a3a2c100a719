import { backgroundSources, encoders, serveCompositor } from '@isola/imaging/worker';

import { ppm } from './ppm.ts';

serveCompositor({ backgrounds: backgroundSources, encoders: [...encoders, ppm] });
