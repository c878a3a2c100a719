"""The stage of a rendered set: one camera, its passes, the light that reaches the subject, and the set's entry.

The subject stands at the origin on the plane z = 0. The camera looks along +y without pitch, so verticals stay upright; the
lens is shifted to put the horizon where the row wants it. Horizon, ground and lights of the entry are read from this camera and
from a probe rendered at the subject's place, so they agree with the picture. Lengths are metres.
"""

import json
import math
import os
import sys
import tempfile
import time

import bpy
import numpy as np
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import common  # noqa: E402
import develop  # noqa: E402

WIDTH, HEIGHT = 2048, 1536
# Size at which a set is developed. The picture is enlarged to WIDTH × HEIGHT before its grain is added.
DEVELOPED = (1360, 1020)
PREVIEW = (512, 384)


class Stage:
    """Camera and picture settings of one set. Builders add geometry and lights, then `shoot` develops the picture."""

    def __init__(self, height, distance, focal=1.5, horizon=0.4, subject=0.25, aperture=0.02, focus=None, key=0.2, front=None,
                 back=None, ground=True, samples=12, smooth=0.05, bounces=2, coarse=True, contrast=1.08, warmth=0.0, vignette=0.16, bloom=0.05, blades=9):
        self.height, self.distance, self.focal, self.horizon = height, distance, focal, horizon
        self.subject, self.aperture, self.focus = subject, aperture, focus or distance
        self.front, self.back = front, back
        self.ground, self.samples, self.bounces = ground, samples, bounces
        self.key, self.contrast, self.warmth, self.vignette, self.bloom, self.blades = key, contrast, warmth, vignette, bloom, blades
        self.hold = 0.35 * subject if ground else 0.0
        self.coarse, self.smooth = coarse, smooth
        self.world = None
        self.air = None
        self.suns = []
        self.lit, self.dimmed = None, []
        data = bpy.data.cameras.new("camera")
        data.sensor_fit = "HORIZONTAL"
        data.sensor_width = 36
        data.lens = focal * 27
        data.clip_start, data.clip_end = 0.02, 50_000
        data.shift_y = (horizon - 0.5) * HEIGHT / WIDTH
        self.camera = bpy.data.objects.new("camera", data)
        bpy.context.scene.collection.objects.link(self.camera)
        self.camera.location = (0, -distance, height)
        self.camera.rotation_euler = (math.pi / 2, 0, 0)
        bpy.context.scene.camera = self.camera

    # -------------------------------------------------------------- helpers for builders

    def row(self, y):
        """Row of the ground at the distance y behind the subject, as a fraction of the height."""
        return self.horizon + self.focal * self.height / (y + self.distance)

    def wide(self, y):
        """Half the width in metres that the picture shows at the distance y behind the subject."""
        return (y + self.distance) / self.focal * WIDTH / HEIGHT / 2

    def sun(self, azimuth, elevation, strength, colour=(1, 0.95, 0.88), angle=0.6):
        """Sunlight from an azimuth (0 from the camera, 90 from the right, 180 from behind) and an elevation in degrees."""
        a, e = math.radians(azimuth), math.radians(elevation)
        towards = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
        common.sun("sun", towards * 10, (0, 0, 0), strength, colour, angle)
        self.suns.append((towards, strength, colour, angle))

    # -------------------------------------------------------------- rendering

    def shoot(self, row, options):
        """Renders, develops and writes `<id>.avif`, `<id>.depth.webp` and `<id>.json` into the output folder."""
        began, spent = time.time(), 0.0
        width, height = PREVIEW if options.preview else DEVELOPED
        with tempfile.TemporaryDirectory() as folder:
            # The light is rendered at a part of the size; surfaces are rendered whole but without light, which costs less.
            # Sunlight that has not bounced has sharp shadows and hardly any noise when it is the only light. Sunlight that has
            # bounced, and the light of all other sources, are soft and noisy. Each part is rendered and denoised in its own way.
            clock = [time.process_time()]
            sharp, soft = ((256, 192),) * 2 if options.preview else ((680, 510), (544, 408) if self.coarse else (680, 510))
            samples = max(6, self.samples // 2) if options.preview else round(self.samples if self.suns else 1.25 * self.samples)
            plan = [("rest", soft, samples)]
            if self.suns:
                plan = [("sun", sharp, 5), ("bounce", soft, max(6, samples // 2))] + plan
            parts = {}
            for part, size, count in plan:
                parts[part] = [self._passes(folder, *size, count // 2 if seed == 1 else count - count // 2, seed, part) for seed in (1, 2)]
            clock.append(time.process_time())
            lights, rest = self._probe(folder)
            clock.append(time.process_time())
            fine = self._passes(folder, width, height, 2, 3, "surfaces")
        rendered = time.time()
        clock.append(time.process_time())
        fine["depth"] = fine["depth"][..., 0]
        light, surface, soft = 0.0, fine["albedo"], 0.0
        for part, (first, second) in parts.items():
            small = {k: 0.5 * (first[k] + second[k]) for k in ("albedo", "normal")}
            small["depth"] = first["depth"][..., 0]
            levels, floor, offset = {"sun": (4, 0.03, 1.0), "bounce": (6, 0.12, 1.0), "rest": (6, self.smooth, 0.3)}[part]
            one = develop.denoise(first["colour"], second["colour"], small["albedo"], small["normal"], small["depth"], levels, floor, offset)
            if part != "sun":
                soft = one = soft + one
            if part != "bounce":
                one, surface = develop.upsample(one, small, fine)
                light = light + one
        fine["albedo"] = surface
        depth = fine["depth"]
        clock.append(time.process_time())
        colour = light * np.maximum(fine["albedo"], develop.DARKEST)
        if self.air:
            colour = develop.haze(colour, depth, **self.air)
        if self.aperture:
            colour = develop.lens_blur(colour, depth, self.focus, self.aperture, self.focal, self.blades, self.hold)
        colour = develop.bloom(colour, self.bloom)
        exposure = develop.exposure_for(colour, self.key)
        tint = np.array((1 + self.warmth, 1, 1 - self.warmth), np.float32)
        shown = develop.film(colour * tint * develop.vignette(width, height, self.vignette) * exposure, self.contrast)
        path = os.path.join(options.out, row["id"])
        if options.preview:
            develop.Image.fromarray((shown * 255 + 0.5).astype(np.uint8)).save(path + ".png")
            size = os.path.getsize(path + ".png")
        else:
            size = develop.save_avif(shown, path + ".avif", WIDTH, HEIGHT)
        clock.append(time.process_time())
        nearest = develop.save_depth(depth, path + ".depth.webp")
        entry = self._entry(row, nearest, lights, np.clip(rest * exposure * tint, 0, 1))
        with open(path + ".json", "w") as file:
            json.dump(entry, file)
        print("cpu: light, probe, features, denoise, lens and file", [round(b - a, 1) for a, b in zip(clock, clock[1:])])
        print(f"SET {row['id']}: {size / 1000:.0f} kB, depth {os.path.getsize(path + '.depth.webp') / 1000:.0f} kB, "
              f"rendered {rendered - began:.0f} s, all {time.time() - began:.0f} s, cpu {time.process_time() - spent:.0f} s, lights {[(l['azimuthDeg'], l['elevationDeg'], l['strength']) for l in lights]}")

    def _settings(self, samples, seed, bounces):
        c = bpy.context.scene.cycles
        c.device = "CPU"
        c.samples = samples
        c.use_adaptive_sampling = True
        c.adaptive_threshold = 0.03
        c.adaptive_min_samples = min(6, samples)
        c.use_denoising = False
        c.seed = seed
        c.max_bounces = bounces + 2 if bounces else 0
        c.diffuse_bounces = bounces
        c.glossy_bounces = min(2, bounces)
        c.use_fast_gi = False
        c.transmission_bounces = 6
        c.transparent_max_bounces = 8
        c.sample_clamp_direct = 0
        c.sample_clamp_indirect = 4
        c.caustics_reflective = c.caustics_refractive = False
        c.blur_glossy = 0.6
        bpy.context.scene.cycles_curves.shape = "RIBBONS"

    def _light_only(self, part):
        """Leaves only the lights of a part: "sun" and "bounce" (sunlight), "rest" (all others), "all", or "surfaces" (none)."""
        scene = bpy.context.scene
        part = "sun" if part == "bounce" else part
        self.world = self.world or scene.world
        scene.world = self.world if part in ("rest", "all") else None
        for thing in scene.objects:
            if thing.type == "LIGHT":
                thing.hide_render = part == "surfaces" or (part == "sun") != (thing.data.type == "SUN") and part != "all"
        if part == "sun" and not self.dimmed:
            for material in bpy.data.materials:
                for node in material.node_tree.nodes if material.use_nodes else ():
                    if node.type == "EMISSION":
                        strength = node.inputs["Strength"]
                        self.dimmed.append((material.node_tree, strength, strength.links[0].from_socket if strength.links else None, strength.default_value))
                        for link in strength.links:
                            material.node_tree.links.remove(link)
                        strength.default_value = 0.0
        elif part != "sun":
            for tree, strength, source, value in self.dimmed:
                strength.default_value = value
                if source:
                    tree.links.new(source, strength)
            self.dimmed = []

    def _passes(self, folder, width, height, samples, seed, part):
        """Renders the light of one part and returns colour, albedo, normal and depth as arrays, top row first."""
        features = part == "surfaces"
        scene, layer = bpy.context.scene, bpy.context.view_layer
        scene.render.threads_mode, scene.render.threads = "FIXED", develop.THREADS
        scene.render.use_persistent_data = True
        scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
        scene.camera = self.camera
        if part != self.lit:
            self._light_only(part)
            self.lit = part
        self._settings(samples, seed, 0 if part in ("surfaces", "sun") else self.bounces)
        layer.use_pass_z = True
        layer.cycles.denoising_store_passes = True
        scene.use_nodes = True
        tree = scene.node_tree
        tree.nodes.clear()
        source = tree.nodes.new("CompositorNodeRLayers")
        out = tree.nodes.new("CompositorNodeOutputFile")
        out.base_path = folder
        out.format.file_format, out.format.color_depth, out.format.exr_codec = "OPEN_EXR", "32", "NONE"
        out.file_slots.clear()
        names = {"colour": "Image", "albedo": "Denoising Albedo", "normal": "Denoising Normal", "depth": "Depth"}
        for kind, socket in (("diffuse", "Diff"), ("glossy", "Gloss"), ("transmission", "Trans")):
            for half in ("direct", "color"):
                setattr(layer, f"use_pass_{kind}_{half}", part == "bounce")
                if part == "bounce":
                    names[f"{kind}-{half}"] = socket + ("Dir" if half == "direct" else "Col")
        for name, socket in names.items():
            out.file_slots.new(name + "-")
            tree.links.new(source.outputs[socket], out.inputs[name + "-"])
        scene.frame_set(1)
        bpy.ops.render.render()
        passes = {}
        for name in names:
            passes[name] = _load(os.path.join(folder, f"{name}-0001.exr"), width, height)
        scene.use_nodes = False
        if part == "bounce":
            for kind in ("diffuse", "glossy", "transmission"):
                passes["colour"] = passes["colour"] - passes.pop(f"{kind}-direct") * passes.pop(f"{kind}-color")
            passes["colour"] = np.maximum(passes["colour"], 0)
        return passes

    def _probe(self, folder):
        """Light that reaches the subject's middle: up to three lights, and the mean radiance of the rest."""
        scene = bpy.context.scene
        self._light_only("all")
        self.lit = "all"
        data = bpy.data.cameras.new("probe")
        data.type = "PANO"
        data.cycles.panorama_type = "EQUIRECTANGULAR"
        data.clip_start = 0.001
        eye = bpy.data.objects.new("probe", data)
        scene.collection.objects.link(eye)
        eye.location = (0, 0, 0.5 * self.subject if self.ground else 0.0)
        eye.rotation_euler = (math.pi / 2, 0, 0)
        lamps = [o for o in scene.objects if o.type == "LIGHT"]
        for lamp in lamps:
            lamp.visible_camera = True
        scene.camera = eye
        scene.render.resolution_x, scene.render.resolution_y = 64, 32
        scene.render.image_settings.file_format = "OPEN_EXR"
        scene.render.image_settings.color_depth = "32"
        scene.render.filepath = os.path.join(folder, "probe.exr")
        self._settings(32, 5, self.bounces)
        bpy.ops.render.render(write_still=True)
        around = _load(scene.render.filepath, 64, 32)
        for lamp in lamps:
            lamp.visible_camera = False
        scene.camera = self.camera
        bpy.data.objects.remove(eye)
        seen = [(towards, strength * self._unhidden(towards), colour, angle) for towards, strength, colour, angle in self.suns]
        return find_lights(around, [s for s in seen if s[1] > 0])

    def _unhidden(self, towards):
        """Share of the subject that the sun reaches."""
        graph = bpy.context.evaluated_depsgraph_get()
        hits, count = 0, 0
        for x in np.linspace(-0.25, 0.25, 5):
            for z in np.linspace(0.15, 0.95, 5):
                at = Vector((x * self.subject, 0, z * self.subject))
                hits += bpy.context.scene.ray_cast(graph, at + towards * 0.01, towards)[0]
                count += 1
        return 1 - hits / count

    def _entry(self, row, nearest, lights, ambient):
        ground = None
        if self.ground:
            back, front = self.row(self.back), self.row(self.front)
            ground = {"cameraHeightM": self.height, "backY": round(back, 3), "frontY": round(min(front, 0.97), 3),
                      "subjectM": self.subject}
        return {"id": row["id"], "kind": row["kind"], "tags": row["tags"], "time": row.get("time"), "colors": row["colors"],
                "horizonY": round(self.horizon, 4), "focal": self.focal, "nearM": nearest, "ground": ground, "lights": lights,
                "ambient": [round(float(c), 3) for c in ambient]}


def _load(path, width, height):
    """Reads an EXR written by Blender: the first three channels, top row first."""
    image = bpy.data.images.load(path)
    flat = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(flat)
    values = flat.reshape(height, width, image.channels)[::-1, :, :3].copy()
    bpy.data.images.remove(image)
    os.remove(path)
    return np.nan_to_num(values)


def _merged(found, closest=0.94):
    """Adds lights whose directions differ by less than 20 degrees, such as the sun and the glow around it, to the strongest of them."""
    merged = []
    for share, way, colour, extent in found:
        way = way / np.linalg.norm(way)
        for light in merged:
            if light[1] @ way > closest:
                hues = [c / max(c.max(), 1e-9) for c in (light[2], colour)]
                light[2] = (light[0] * hues[0] + share * hues[1]) / (light[0] + share)
                light[0] += share
                break
        else:
            merged.append([share, way, np.array(colour, float), extent])
    return sorted(merged, key=lambda light: -light[0])


def find_lights(around, suns):
    """Splits an equirectangular radiance map (its centre looks along +y) and suns into at most three lights and the rest."""
    h, w, _ = around.shape
    up = math.pi / 2 - (np.arange(h) + 0.5) / h * math.pi
    side = ((np.arange(w) + 0.5) / w - 0.5) * 2 * math.pi
    solid = np.cos(up)[:, None] * (math.pi / h) * (2 * math.pi / w) * np.ones((1, w))
    ways = np.stack([np.cos(up)[:, None] * np.sin(side)[None], np.cos(up)[:, None] * np.cos(side)[None],
                     np.sin(up)[:, None] * np.ones((1, w))], axis=2)
    light = around.astype(np.float64).copy()
    flux_all = (light.mean(axis=2) * solid).sum() + sum(s * np.mean(c) for _, s, c, _ in suns)
    found = []
    for towards, strength, colour, angle in suns:
        found.append((strength * np.mean(colour) / flux_all, np.array(towards), np.array(colour, float), angle))
    for _ in range(3):
        grey = light.mean(axis=2) * (ways[..., 2] > -0.1)
        wide = np.array([[(grey * solid * (ways @ ways[j, i] > 0.94)).sum() for i in range(0, w, 4)] for j in range(0, h, 4)])
        j, i = np.unravel_index(np.argmax(wide), wide.shape)
        centre = ways[j * 4, i * 4]
        close = ways @ centre > 0.80
        peak = np.percentile(grey[close], 97)
        region = close & (grey > 0.3 * peak)
        flux = (light * solid[..., None])[region].sum(axis=0)
        share = flux.mean() / flux_all
        if share < 0.05:
            break
        middle = (ways * (grey * solid)[..., None])[region].sum(axis=0)
        extent = math.degrees(2 * math.acos(max(-1, 1 - solid[region].sum() / (2 * math.pi))))
        found.append((share, middle / np.linalg.norm(middle), flux, extent))
        light[region] = np.median(light[~region & (ways[..., 2] > -0.1)], axis=0)
    found.sort(key=lambda f: -f[0])
    lights = []
    for share, way, colour, extent in _merged(found)[:3]:
        lights.append({"azimuthDeg": round(math.degrees(math.atan2(way[0], -way[1])) % 360),
                       "elevationDeg": round(math.degrees(math.asin(max(-1, min(1, way[2]))))),
                       "color": [round(float(c), 3) for c in colour / max(colour.max(), 1e-9)],
                       "strength": round(float(share), 3), "sizeDeg": round(float(extent), 1)})
    rest = (light * solid[..., None]).sum(axis=(0, 1)) / (4 * math.pi)
    return lights, rest
