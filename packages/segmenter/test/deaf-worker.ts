import './deafen.ts';
import '../src/transport/worker.ts';
