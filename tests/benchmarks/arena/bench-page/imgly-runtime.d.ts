/** img.ly's own onnxruntime-web: the same module that it imports. The server's build resolves the name. */
declare module 'imgly:onnxruntime-web' {
  export const InferenceSession: { readonly prototype: ImglySession };

  interface ImglySession {
    run: (this: ImglySession, feeds: unknown, options: unknown) => Promise<{ readonly output: ImglyTensor }>;
  }

  interface ImglyTensor {
    readonly data: Float32Array<ArrayBuffer>;
  }
}
