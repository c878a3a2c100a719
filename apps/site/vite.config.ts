import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { securityHeaders } from '../server/src/security-headers.ts';
import { htmlPages } from './build/html-pages.ts';
import { precompress } from './build/precompress.ts';

/** Isolation alone: the strict policy would forbid the inline scripts by which Vite reloads a page under work. */
const isolation = {
  'cross-origin-opener-policy': securityHeaders['cross-origin-opener-policy'],
  'cross-origin-embedder-policy': securityHeaders['cross-origin-embedder-policy'],
};

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    htmlPages(),
    precompress(),
  ],
  server: { headers: isolation },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // One chunk is onnxruntime-web's, which only the worker asks for.
    chunkSizeWarningLimit: 700,
  },
  // Its pre-bundled copy would lose the WebAssembly file beside it.
  optimizeDeps: { exclude: ['onnxruntime-web'] },
});
