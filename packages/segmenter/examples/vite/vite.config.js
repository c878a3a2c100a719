const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// For threads, while one works and in the preview; your own server must send them too.
export default { server: { headers }, preview: { headers } };
