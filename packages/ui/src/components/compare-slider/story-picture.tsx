import { Checkerboard } from '../checkerboard/checkerboard.tsx';

/** Image for the stories as an inline SVG, so that no file is loaded: an island at dusk. */
export function StoryPicture({ cutOut = false }: { cutOut?: boolean }) {
  return (
    <div className="relative size-full">
      {cutOut && <Checkerboard className="absolute inset-0" />}
      <svg
        viewBox="0 0 600 400"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className="absolute inset-0 size-full"
      >
        <defs>
          <linearGradient id="story-sky" x2="0" y2="1">
            <stop offset="0" stopColor="oklch(0.48 0.06 235)" />
            <stop offset="0.62" stopColor="oklch(0.82 0.06 62)" />
          </linearGradient>
          <linearGradient id="story-sea" x2="0" y2="1">
            <stop offset="0" stopColor="oklch(0.7 0.06 70)" />
            <stop offset="1" stopColor="oklch(0.33 0.05 235)" />
          </linearGradient>
          <linearGradient id="story-rock" x2="1" y2="1">
            <stop offset="0" stopColor="oklch(0.62 0.045 60)" />
            <stop offset="1" stopColor="oklch(0.29 0.03 50)" />
          </linearGradient>
        </defs>
        {!cutOut && (
          <>
            <rect width="600" height="262" fill="url(#story-sky)" />
            <circle cx="438" cy="214" r="30" fill="oklch(0.9 0.09 70)" />
            <rect y="260" width="600" height="140" fill="url(#story-sea)" />
            <path d="M400 290h84M414 312h52M388 336h98" stroke="oklch(0.86 0.07 70 / 0.7)" strokeWidth="3" />
          </>
        )}
        <path
          fill="url(#story-rock)"
          d="M96 286c18-22 40-28 58-58 20-34 34-80 78-96 40-14 66 8 82 40 12 25 34 30 52 48 20 20 20 48 48 66-60 14-258 16-318 0z"
        />
        <path
          fill="oklch(0.38 0.075 150)"
          d="M150 232c18-32 38-86 82-102 38-14 66 8 82 38-20 12-34-6-52 4-24 14-20 40-48 42-26 2-38 6-64 18z"
        />
        <path
          d="M262 128v-56m0 12c-10-14-22-14-30-10m30 10c8-16 24-16 32-8m-32 2c-4-12-12-16-20-16m20 16c4-10 10-16 20-14"
          fill="none"
          stroke="oklch(0.3 0.05 140)"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </svg>
    </div>
  );
}
