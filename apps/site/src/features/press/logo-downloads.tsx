import { cn } from '@isola/ui/cn';
import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

/** Logo files in `public/press`, created by `scripts/press-kit.ts`. The bundle `press` contains `logo.<id>.name`. */
const logos = [
  { id: 'logoOnLight', file: 'isola-logo-on-light', width: 71, ground: 'light' },
  { id: 'logoOnDark', file: 'isola-logo-on-dark', width: 71, ground: 'dark' },
  { id: 'markOnLight', file: 'isola-mark-on-light', width: 24, ground: 'light' },
  { id: 'markOnDark', file: 'isola-mark-on-dark', width: 24, ground: 'dark' },
] as const;

const pngWidthsPx = [1024, 512] as const;

/** Shows each logo on its background, independent of the theme, with download links below. */
export function LogoDownloads() {
  const { t } = useTranslation('press');
  const folder = `${import.meta.env.BASE_URL}press/`;
  return (
    <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2">
      {logos.map(({ id, file, width, ground }) => {
        const name = t(`logo.${id}.name`);
        const files = [
          { path: `${file}.svg`, format: t('format.svg') },
          ...pngWidthsPx.map((px) => ({ path: `${file}-${px}.png`, format: t('format.png', { width: px }) })),
        ];
        return (
          <li key={id}>
            <figure>
              <div
                className={cn(
                  'flex h-40 items-center justify-center rounded-md border border-line',
                  ground === 'light' ? 'bg-[#fbfaf7]' : 'bg-[#111316]',
                )}
              >
                <img src={`${folder}${file}.svg`} alt="" width={width * 2} height="48" />
              </div>
              <figcaption className="mt-2 text-14">{name}</figcaption>
            </figure>
            <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-13">
              {files.map(({ path, format }) => (
                <li key={path}>
                  <UiLink href={`${folder}${path}`} download aria-label={t('logo.download', { logo: name, format })}>
                    {format}
                  </UiLink>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
