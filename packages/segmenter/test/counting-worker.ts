import './count-in-worker.ts';
import '../src/transport/worker.ts';
