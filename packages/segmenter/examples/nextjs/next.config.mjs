const headers = [
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Embedder-Policy', value: 'require-corp' },
];

// These headers allow the segmenter to use several threads.
export default { headers: () => [{ source: '/:path*', headers }] };
