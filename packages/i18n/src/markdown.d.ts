/** Article, as the module that `library/article-plugin.ts` or the build of the package makes of it. */
declare module '*.md' {
  const article: unknown;
  export default article;
}
