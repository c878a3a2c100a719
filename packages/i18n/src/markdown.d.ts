/** An article, as `library/article-plugin.ts` and the build of the package make a module of it. */
declare module '*.md' {
  const article: unknown;
  export default article;
}
