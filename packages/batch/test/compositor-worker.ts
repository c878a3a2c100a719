import { backgroundSources, editKinds, encoders, serveCompositor } from '@isola/imaging/worker';

serveCompositor({ backgrounds: backgroundSources, edits: editKinds, encoders });
