import { cn } from '@isola/ui/cn';

/**
 * Grid areas of the bar, the image, the tools, the panel and the download. On a phone they are stacked, and the image
 * keeps 45 % of the height until the panel is pulled up or a download fails, whose message needs the place. On a short
 * screen it keeps only the height that the other areas leave. A tablet held upright has tools and panel below the
 * image, and other windows have the panel next to it. A closed panel leaves its place to the image.
 */
export const sessionGrid = cn(
  'grid',
  "max-md:grid-cols-[minmax(0,1fr)] max-md:grid-rows-[3rem_minmax(min(45%,calc(100%-17.5rem)),1fr)_auto_auto_auto] max-md:[grid-template-areas:'bar''stage''panel''rail''take']",
  'max-md:has-[[data-slot=editor][data-size=tall]]:grid-rows-[3rem_minmax(0,1fr)_auto_auto_auto]',
  'max-md:has-data-[slot=download-failure]:grid-rows-[3rem_minmax(0,1fr)_auto_auto_auto]',
  "md:portrait:grid-cols-[5.75rem_minmax(0,1fr)] md:portrait:grid-rows-[3.5rem_minmax(0,1fr)_minmax(0,24rem)_minmax(3.5rem,auto)] md:portrait:[grid-template-areas:'bar_bar''stage_stage''rail_panel''rail_take']",
  "md:portrait:has-data-[panel=closed]:[grid-template-areas:'bar_bar''rail_stage''rail_stage''rail_take']",
  "md:landscape:grid-cols-[5.75rem_minmax(0,1fr)_20rem] md:landscape:grid-rows-[3.5rem_minmax(0,1fr)_auto] md:landscape:[grid-template-areas:'bar_bar_bar''rail_stage_panel''rail_stage_take']",
  "md:landscape:has-data-[panel=closed]:[grid-template-areas:'bar_bar_bar''rail_stage_stage''rail_take_take']",
);
