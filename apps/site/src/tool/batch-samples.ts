const urls = import.meta.glob<string>(
  '../../../../pictures/{shoe,bottle,headphones,mug,plant,basket,throw,cat,glass,creature,figure}.jpg',
  { query: '?url', import: 'default' },
);

/**
 * Fetches sample images by their file names without extension.
 * @throws {Error} when one of them cannot be fetched.
 */
export function fetchSeries(names: readonly string[]): Promise<File[]> {
  return Promise.all(
    names.map(async (name) => {
      const url = await urls[`../../../../pictures/${name}.jpg`]?.();
      const response = await fetch(url ?? name);
      if (!response.ok) throw new Error(`${name} answered ${response.status}`);
      return new File([await response.blob()], `${name}.jpg`);
    }),
  );
}
