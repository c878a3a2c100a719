import { backgroundSources } from '../background/background-sources.ts';
import { encoders } from '../encode/encoders.ts';
import { editKinds } from '../matte/edit-kinds.ts';
import { serveCompositor } from './serve-compositor.ts';

serveCompositor({ backgrounds: backgroundSources, edits: editKinds, encoders });
