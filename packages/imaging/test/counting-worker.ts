import './count-inflating.ts';
import '../src/compositor/compositor-worker.ts';
