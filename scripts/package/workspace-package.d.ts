export declare const root: string;
/** Fields of a package.json that are read here. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords?: readonly string[];
  readonly license: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}
/** Returns the names of the folders in `packages/`, such as `ui`. */
export declare function packageNames(): readonly string[];
/** Returns the names of the folders in `apps/`: `server`, `site`. */
export declare function appNames(): readonly string[];
/** Returns the folder of a package or an app, relative to the root: `packages/ui`. */
export declare function projectFolder(name: string): string;
export declare function packageFolder(name: string): string;
/** @throws {Error} when there is no such package. */
export declare function readManifest(name: string): SourceManifest;
/** Returns the names of the workspace packages that a package depends on, such as `segmenter`. */
export declare function workspaceDependencies(manifest: SourceManifest): readonly string[];
