const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// These headers allow the segmenter to use several threads. Your own server must send them, too.
export default { server: { headers }, preview: { headers } };
