import { backgroundSources, editKinds, encoders, serveCompositor } from '@isola/imaging/worker';

import { ppm } from './ppm.ts';

serveCompositor({ backgrounds: backgroundSources, edits: editKinds, encoders: [...encoders, ppm] });
