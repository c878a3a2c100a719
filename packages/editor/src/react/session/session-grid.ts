import { cn } from '@isola/ui/cn';

/**
 * Grid areas of the bar, the image, the tools, the panel and the download. On a phone they are stacked, and the image
 * keeps 45 % of the height until the panel is pulled up. On a short screen it keeps only the height that the other
 * areas leave.
 */
export const sessionGrid = cn(
  'grid',
  "max-md:grid-cols-[minmax(0,1fr)] max-md:grid-rows-[3rem_minmax(min(45%,calc(100%-17.5rem)),1fr)_auto_auto_auto] max-md:[grid-template-areas:'bar''stage''panel''rail''take']",
  'max-md:has-[[data-slot=editor][data-size=tall]]:grid-rows-[3rem_minmax(0,1fr)_auto_auto_auto]',
  "md:grid-cols-[5.75rem_minmax(0,1fr)_19rem] md:grid-rows-[3rem_minmax(0,1fr)_auto] md:[grid-template-areas:'bar_bar_bar''rail_stage_panel''rail_stage_take'] lg:grid-cols-[5.75rem_minmax(0,1fr)_20rem]",
);
