import { serveFunction } from '../_shared/serve-function.ts';
import { handleGeoLocation } from './handle.ts';

serveFunction(handleGeoLocation);
