import { serveFunction } from '../_shared/serve-function.ts';
import { handleGenerateBackground } from './handle.ts';

serveFunction(handleGenerateBackground);
