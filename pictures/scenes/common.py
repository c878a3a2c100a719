"""Shared tools of the picture scenes: geometry, materials, light, and the two-pass camera.

Every scene is rendered in two passes with the same camera:

* the subject alone, on a transparent film; the set is a holdout, so it still casts
  light and shade and still hides what lies behind it;
* the set alone, where the subject is unseen by the camera but still throws its shadow.

The photograph is the first laid over the second in linear light, as in a lens, and is
then exposed, given a film curve and fine grain. The alpha is the first pass's coverage,
so it belongs to the photograph exactly, out-of-focus edges included.

Lengths are metres. Needs Blender 3.4 with numpy and Pillow in its Python.
"""

import argparse
import math
import os
import sys
import tempfile

import bpy
import numpy as np
from mathutils import Matrix, Vector
from PIL import Image

# ------------------------------------------------------------------ arguments


def arguments():
    """Options after Blender's `--`."""
    argv = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default=".", help="folder that receives the pictures")
    parser.add_argument("--scale", type=float, default=1.0, help="size factor, for previews")
    parser.add_argument("--samples", type=float, default=1.0, help="samples factor, for previews")
    parser.add_argument("--cutout", action="store_true", help="only the cut-out, not the photograph")
    return parser.parse_args(argv)


def begin():
    """Empties Blender and returns the scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    return scene


# ------------------------------------------------------------------ geometry


def mesh(name, vertices, faces, material=None, smooth=True):
    """An object from plain vertex and face lists."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(v) for v in vertices], [], faces)
    data.update()
    if smooth:
        data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    if material:
        data.materials.append(material)
    return thing


def lathe(name, profile, material=None, steps=128):
    """Turns a profile of (radius, height) pairs about the z axis."""
    vertices, faces = [], []
    for radius, height in profile:
        for k in range(steps):
            a = 2 * math.pi * k / steps
            vertices.append((radius * math.cos(a), radius * math.sin(a), height))
    for row in range(len(profile) - 1):
        for k in range(steps):
            a, b = row * steps + k, row * steps + (k + 1) % steps
            faces.append((a, b, b + steps, a + steps))
    thing = mesh(name, vertices, faces, material)
    for end, (radius, height) in ((0, profile[0]), (len(profile) - 1, profile[-1])):
        if radius < 1e-6:
            weld(thing)
            break
    return thing


def weld(thing, distance=1e-6):
    """Merges vertices that lie on one another."""
    modifier = thing.modifiers.new("weld", "WELD")
    modifier.merge_threshold = distance
    return thing


def curve_through(points, per_segment=10):
    """Points of a Catmull-Rom curve through the given points."""
    p = [np.array(q, float) for q in points]
    p = [2 * p[0] - p[1]] + p + [2 * p[-1] - p[-2]]
    out = []
    for i in range(1, len(p) - 2):
        for k in range(per_segment):
            t = k / per_segment
            out.append(0.5 * (2 * p[i] + (p[i + 1] - p[i - 1]) * t
                              + (2 * p[i - 1] - 5 * p[i] + 4 * p[i + 1] - p[i + 2]) * t * t
                              + (3 * p[i] - p[i - 1] - 3 * p[i + 1] + p[i + 2]) * t ** 3))
    out.append(p[-2])
    return [tuple(float(c) for c in q) for q in out]


def tube(name, points, radius, material=None, closed=False, radii=None, caps=True):
    """A round tube along points; radii, where given, scale the radius point by point."""
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions = "3D"
    data.bevel_depth = radius
    data.bevel_resolution = 6
    data.use_fill_caps = caps
    line = data.splines.new("POLY")
    line.points.add(len(points) - 1)
    for i, p in enumerate(points):
        line.points[i].co = (*p, 1)
        line.points[i].radius = radii[i] if radii else 1
    line.use_cyclic_u = closed
    line.use_smooth = True
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    if material:
        data.materials.append(material)
    return thing


def ellipsoid(name, centre, radii, material=None, rotation=(0, 0, 0), segments=48):
    """An ellipsoid; rotation in degrees."""
    rings = segments // 2
    profile = [(math.sin(math.pi * k / rings), -math.cos(math.pi * k / rings)) for k in range(rings + 1)]
    profile[0], profile[-1] = (0.0, -1.0), (0.0, 1.0)
    vertices = [(0, 0, -1)]
    faces = []
    for radius, height in profile[1:-1]:
        for k in range(segments):
            a = 2 * math.pi * k / segments
            vertices.append((radius * math.cos(a), radius * math.sin(a), height))
    vertices.append((0, 0, 1))
    last = len(vertices) - 1
    for k in range(segments):
        n = (k + 1) % segments
        faces.append((0, 1 + n, 1 + k))
        for row in range(rings - 2):
            a, b = 1 + row * segments + k, 1 + row * segments + n
            faces.append((a, b, b + segments, a + segments))
        top = 1 + (rings - 2) * segments
        faces.append((top + k, top + n, last))
    scaled = [(x * radii[0], y * radii[1], z * radii[2]) for x, y, z in vertices]
    thing = mesh(name, scaled, faces, material)
    thing.location = centre
    thing.rotation_euler = [math.radians(a) for a in rotation]
    return thing


def box(name, centre, size, material=None, bevel=0.0, rotation=(0, 0, 0)):
    """A box with softened edges; rotation in degrees."""
    x, y, z = (s / 2 for s in size)
    corners = [(-x, -y, -z), (x, -y, -z), (x, y, -z), (-x, y, -z), (-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    thing = mesh(name, corners, faces, material, smooth=False)
    thing.location = centre
    thing.rotation_euler = [math.radians(a) for a in rotation]
    if bevel:
        modifier = thing.modifiers.new("bevel", "BEVEL")
        modifier.width = bevel
        modifier.segments = 4
        thing.data.polygons.foreach_set("use_smooth", [True] * len(thing.data.polygons))
        thing.data.use_auto_smooth = True
    return thing


def rod(name, start, end, radius_start, radius_end, material=None, bulge=0.0, steps=24):
    """A turned rod between two points, with an optional swelling in the middle."""
    p, q = Vector(start), Vector(end)
    length = (q - p).length
    rows = 16
    profile = [(0.0, 0.0)]
    for k in range(rows + 1):
        t = k / rows
        radius = radius_start + (radius_end - radius_start) * t + bulge * math.sin(math.pi * t)
        profile.append((radius, t * length))
    profile.append((0.0, length))
    thing = lathe(name, profile, material, steps)
    turn = Vector((0, 0, 1)).rotation_difference((q - p).normalized())
    thing.matrix_world = Matrix.Translation(p) @ turn.to_matrix().to_4x4()
    soften(thing)
    return thing


def soften(thing, angle=40):
    """Smooth shading below an angle in degrees, hard edges above it."""
    thing.data.use_auto_smooth = True
    thing.data.auto_smooth_angle = math.radians(angle)
    return thing


def fuse(things, voxel, smooth=8, name="fused", material=None):
    """Joins closed bodies into one skin with softly rounded seams."""
    graph = bpy.context.evaluated_depsgraph_get()
    vertices, faces = [], []
    for thing in things:
        solid = thing.evaluated_get(graph)
        data = solid.to_mesh()
        base = len(vertices)
        vertices += [tuple(thing.matrix_world @ v.co) for v in data.vertices]
        faces += [tuple(base + i for i in f.vertices) for f in data.polygons]
        solid.to_mesh_clear()
    for thing in things:
        bpy.data.objects.remove(thing)
    whole = mesh(name, vertices, faces, material)
    remesh = whole.modifiers.new("remesh", "REMESH")
    remesh.mode = "VOXEL"
    remesh.voxel_size = voxel
    remesh.use_smooth_shade = True
    relax = whole.modifiers.new("relax", "SMOOTH")
    relax.iterations = smooth
    relax.factor = 0.5
    return whole


def leaves(name, centres, sizes, material_colours, rng, material):
    """Many small leaf quads, each turned at random and coloured by its own colour attribute."""
    n = len(centres)
    frame = rng.normal(size=(n, 2, 3))
    u = frame[:, 0] / np.linalg.norm(frame[:, 0], axis=1, keepdims=True)
    v = np.cross(u, frame[:, 1])
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    u, v = u * sizes[:, None], v * sizes[:, None] * 0.55
    corners = np.stack([centres - u, centres - v, centres + u, centres + v], axis=1).reshape(-1, 3)
    thing = mesh(name, corners.tolist(), [(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3) for i in range(n)], material, smooth=False)
    layer = thing.data.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
    rgba = np.repeat(np.c_[material_colours, np.ones(n)], 4, axis=0).astype(np.float32)
    layer.data.foreach_set("color", rgba.ravel())
    return thing


def fur(thing, material, count, length, children=60, seed=1, lean=(0, 0, 0), stray=0.25, root=0.00030, tip=0.00008,
        clump=0.0, steps=3, keep=None):
    """Grows hair. `keep(world point)` gives the length factor at a vertex, 1 where not given."""
    data = thing.data
    data.materials.append(material)
    slot = len(data.materials)
    modifier = thing.modifiers.new("fur", "PARTICLE_SYSTEM")
    system = modifier.particle_system
    system.seed = seed
    s = system.settings
    s.type = "HAIR"
    s.count = count
    s.hair_length = length
    s.hair_step = 3
    s.emit_from = "FACE"
    s.use_modifier_stack = True
    s.use_advanced_hair = True
    s.material = slot
    s.object_align_factor = lean
    s.factor_random = stray * length
    s.render_step = steps
    s.display_step = 2
    s.child_type = "INTERPOLATED"
    s.rendered_child_count = children
    s.child_nbr = 1
    s.child_length = 1.0
    s.child_parting_factor = 0.0
    s.clump_factor = clump
    s.roughness_1 = 0.12 * length
    s.roughness_1_size = 0.02
    s.roughness_2 = 0.5 * length
    s.roughness_2_size = 1.0
    s.roughness_endpoint = 0.35 * length
    s.root_radius = root
    s.tip_radius = tip
    s.radius_scale = 1.0
    s.shape = 0.2
    if keep:
        group = thing.vertex_groups.new(name="length")
        bpy.context.view_layer.update()
        for v in data.vertices:
            group.add([v.index], float(keep(thing.matrix_world @ v.co)), "REPLACE")
        system.vertex_group_length = "length"
    return system


def strands(name, paths, radii, material):
    """Hairs along given paths, an array (hairs, points, 3); `radii` holds one radius for each point of a hair."""
    count, points, _ = paths.shape
    data = bpy.data.meshes.new(name)
    data.vertices.add(count * points)
    data.vertices.foreach_set("co", paths.astype(np.float32).ravel())
    index = np.arange(count * points).reshape(count, points)
    pairs = np.stack([index[:, :-1], index[:, 1:]], axis=-1).reshape(-1, 2)
    data.edges.add(len(pairs))
    data.edges.foreach_set("vertices", pairs.astype(np.int32).ravel())
    data.attributes.new("thick", "FLOAT", "POINT").data.foreach_set("value", np.tile(radii, count).astype(np.float32))
    lines = bpy.data.objects.new(f"{name} lines", data)
    bpy.context.scene.collection.objects.link(lines)
    lines.hide_render = True

    group = bpy.data.node_groups.new(name, "GeometryNodeTree")
    group.inputs.new("NodeSocketGeometry", "Geometry")
    group.outputs.new("NodeSocketGeometry", "Geometry")
    source = group.nodes.new("GeometryNodeObjectInfo")
    source.inputs["Object"].default_value = lines
    curve = group.nodes.new("GeometryNodeMeshToCurve")
    thick = group.nodes.new("GeometryNodeInputNamedAttribute")
    thick.inputs["Name"].default_value = "thick"
    radius = group.nodes.new("GeometryNodeSetCurveRadius")
    dress = group.nodes.new("GeometryNodeSetMaterial")
    dress.inputs["Material"].default_value = material
    out = group.nodes.new("NodeGroupOutput")
    group.links.new(source.outputs["Geometry"], curve.inputs["Mesh"])
    group.links.new(curve.outputs["Curve"], radius.inputs["Curve"])
    group.links.new(next(s for s in thick.outputs if s.enabled), radius.inputs["Radius"])
    group.links.new(radius.outputs["Curve"], dress.inputs["Geometry"])
    group.links.new(dress.outputs["Geometry"], out.inputs[0])

    hair = bpy.data.hair_curves.new(name)
    hair.materials.append(material)
    thing = bpy.data.objects.new(name, hair)
    bpy.context.scene.collection.objects.link(thing)
    thing.modifiers.new("hair", "NODES").node_group = group
    return thing


# ------------------------------------------------------------------ materials


class Shader:
    """A material's node tree, in few words."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new("ShaderNodeOutputMaterial")

    def node(self, kind, **inputs):
        """A node; keywords name its inputs (underscores for spaces), a value or a socket each."""
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in inputs.items():
            socket = node.inputs[int(key[1:])] if key[0] == "_" else node.inputs[key.replace("_", " ")]
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = value
        return node

    def surface(self, socket):
        self.tree.links.new(socket, self.output.inputs["Surface"])
        return self.material

    def place(self, scale=(1, 1, 1), rotation=(0, 0, 0)):
        """Object coordinates, scaled."""
        where = self.node("TexCoord").outputs["Object"]
        return self.node("Mapping", Vector=where, Scale=scale, Rotation=[math.radians(a) for a in rotation]).outputs[0]

    def noise(self, scale, detail=4, roughness=0.5, at=None, distortion=0.0):
        node = self.node("TexNoise", Scale=scale, Detail=detail, Roughness=roughness, Distortion=distortion)
        self.tree.links.new(at or self.place(), node.inputs["Vector"])
        return node.outputs["Fac"]

    def ramp(self, value, stops):
        """Colours along a value: [(position, (r, g, b)), ...]."""
        node = self.node("ValToRGB", Fac=value)
        ramp = node.color_ramp
        while len(ramp.elements) < len(stops):
            ramp.elements.new(0.5)
        for element, (position, colour) in zip(ramp.elements, stops):
            element.position = position
            element.color = (*colour, 1) if len(colour) == 3 else colour
        return node.outputs["Color"]

    def grey(self, value, low, high, low_at=0.0, high_at=1.0):
        """A value remapped from low_at..high_at to low..high."""
        return self.node("MapRange", _0=value, _1=low_at, _2=high_at, _3=low, _4=high).outputs[0]

    def mix(self, factor, a, b, blend="MIX"):
        node = self.node("MixRGB", _0=factor, _1=a if not isinstance(a, tuple) else (*a, 1), _2=b if not isinstance(b, tuple) else (*b, 1))
        node.blend_type = blend
        return node.outputs[0]

    def bump(self, height, strength=0.2, distance=0.001):
        return self.node("Bump", Strength=strength, Distance=distance, Height=height).outputs[0]

    def principled(self, colour, roughness=0.5, normal=None, **more):
        node = self.node("BsdfPrincipled", Base_Color=colour if not isinstance(colour, tuple) else (*colour, 1), Roughness=roughness, **more)
        if normal:
            self.tree.links.new(normal, node.inputs["Normal"])
        return node


def plain(name, colour, roughness=0.5, **more):
    """One colour, one roughness."""
    s = Shader(name)
    return s.surface(s.principled(colour, roughness, **more).outputs[0])


def glow(name, colour, strength):
    s = Shader(name)
    return s.surface(s.node("Emission", Color=(*colour, 1), Strength=strength).outputs[0])


def wood(name, light, dark, size=1.0, along=(1, 0, 0), roughness=0.5, bump=0.25):
    """Straight-grained wood in object coordinates; `along` is the direction of the grain."""
    s = Shader(name)
    across = [1.2 if a else 16.0 for a in along]
    place = s.place([c / size for c in across])
    figure = s.noise(1.6, 3, 0.55, place, 0.6)
    fine = [2.5 if a else 260.0 for a in along]
    pores = s.noise(1.0, 4, 0.6, s.place([c / size for c in fine]))
    rings = s.node("TexWave", Vector=place, Scale=0.45, Distortion=9.0, Detail=3, Detail_Scale=1.0)
    rings.bands_direction = "Y" if along[0] else "X"
    body = s.mix(0.22, figure, rings.outputs["Fac"])
    colour = s.ramp(body, [(0.2, dark), (0.5, tuple((a + b) / 2 for a, b in zip(light, dark))), (0.8, light)])
    colour = s.mix(s.grey(pores, 0.0, 0.55, 0.45, 0.75), colour, tuple(c * 0.45 for c in dark))
    normal = s.bump(s.mix(0.5, pores, figure), bump, 0.0008 * size)
    rough = s.grey(pores, roughness - 0.08, roughness + 0.15)
    return s.surface(s.principled(colour, rough, normal).outputs[0])


def plaster(name, colour, unevenness=0.06, grain=0.15):
    """A painted wall with faint clouds."""
    s = Shader(name)
    clouds = s.noise(1.3, 5, 0.6)
    dark = tuple(c * (1 - unevenness) for c in colour)
    light = tuple(min(1, c * (1 + unevenness)) for c in colour)
    normal = s.bump(s.noise(90, 5, 0.6), grain, 0.002)
    return s.surface(s.principled(s.ramp(clouds, [(0.3, dark), (0.7, light)]), 0.85, normal).outputs[0])


def leafy(name, shine=0.35):
    """Thin leaves that let light through, coloured by the `tint` attribute."""
    s = Shader(name)
    tint = s.node("Attribute")
    tint.attribute_name = "tint"
    front = s.principled(tint.outputs["Color"], shine)
    through = s.node("BsdfTranslucent", Color=s.mix(0.5, tint.outputs["Color"], (0.42, 0.5, 0.05)))
    return s.surface(s.node("MixShader", _0=0.45, _1=front.outputs[0], _2=through.outputs[0]).outputs[0])


# ------------------------------------------------------------------ light


def area(name, location, target, size, power, colour=(1, 1, 1), size_y=None, spread=180):
    """A soft rectangular lamp that faces the target and is not seen itself."""
    data = bpy.data.lights.new(name, "AREA")
    data.shape = "RECTANGLE"
    data.size = size
    data.size_y = size_y or size
    data.energy = power
    data.color = colour
    data.spread = math.radians(spread)
    return _lamp(data, location, target)


def sun(name, location, target, strength, colour=(1, 1, 1), angle=1.5):
    """Parallel light; angle in degrees softens the shadows."""
    data = bpy.data.lights.new(name, "SUN")
    data.energy = strength
    data.color = colour
    data.angle = math.radians(angle)
    return _lamp(data, location, target)


def point(name, location, power, colour=(1, 1, 1), radius=0.01):
    data = bpy.data.lights.new(name, "POINT")
    data.energy = power
    data.color = colour
    data.shadow_soft_size = radius
    return _lamp(data, location, (0, 0, 0))


def _lamp(data, location, target):
    thing = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(thing)
    thing.location = location
    thing.rotation_euler = (Vector(target) - Vector(location)).to_track_quat("-Z", "Y").to_euler()
    thing.visible_camera = False
    return thing


def sky(top, horizon, strength=1.0):
    """A plain gradient all round."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    background = tree.nodes["Background"]
    where = tree.nodes.new("ShaderNodeTexCoord")
    split = tree.nodes.new("ShaderNodeSeparateXYZ")
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    tree.links.new(where.outputs["Generated"], split.inputs[0])
    tree.links.new(split.outputs["Z"], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], background.inputs["Color"])
    ramp.color_ramp.elements[0].color = (*horizon, 1)
    ramp.color_ramp.elements[1].color = (*top, 1)
    background.inputs["Strength"].default_value = strength


def camera(location, target, lens, fstop, focus, roll=0.0, shift=(0, 0), blades=7):
    """A full-frame camera; focus is a point in space."""
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    data.sensor_width = 36
    data.clip_start = 0.01
    data.shift_x, data.shift_y = shift
    thing = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(thing)
    thing.location = location
    look = (Vector(target) - Vector(location)).to_track_quat("-Z", "Y").to_matrix()
    thing.rotation_euler = (look @ Matrix.Rotation(math.radians(roll), 3, "Z")).to_euler()
    forward = look @ Vector((0, 0, -1))
    data.dof.use_dof = True
    data.dof.focus_distance = (Vector(focus) - Vector(location)).dot(forward)
    data.dof.aperture_fstop = fstop
    data.dof.aperture_blades = blades
    data.dof.aperture_rotation = 0.3
    bpy.context.scene.camera = thing
    return thing


# ------------------------------------------------------------------ the exposure


def _pass(path, width, height, samples, transparent, threshold):
    """Renders the scene as it stands and returns linear RGBA, top row first."""
    scene = bpy.context.scene
    r = scene.render
    r.resolution_x, r.resolution_y, r.resolution_percentage = width, height, 100
    r.film_transparent = transparent
    r.image_settings.file_format = "OPEN_EXR"
    r.image_settings.color_mode = "RGBA"
    r.image_settings.color_depth = "32"
    r.filepath = path
    c = scene.cycles
    c.device = "CPU"
    c.samples = max(4, int(samples))
    c.use_adaptive_sampling = True
    c.adaptive_threshold = threshold
    c.use_denoising = False
    c.seed = 7
    c.max_bounces = 12
    c.diffuse_bounces = 3
    c.glossy_bounces = 4
    c.transmission_bounces = 12
    c.transparent_max_bounces = 8
    c.sample_clamp_direct = 12
    c.sample_clamp_indirect = 3
    c.caustics_reflective = False
    c.caustics_refractive = False
    c.blur_glossy = 0.5
    c.film_transparent_glass = True
    scene.cycles_curves.shape = "RIBBONS"
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(path)
    flat = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(flat)
    bpy.data.images.remove(image)
    os.remove(path)
    return flat.reshape(height, width, 4)[::-1].copy()


def film(linear, warmth=0.0):
    """Linear light to display values: a soft shoulder, a gentle toe, then sRGB."""
    x = np.maximum(linear, 0) * np.array([1 + warmth, 1, 1 - warmth], np.float32)
    x = _shoulder(x)
    x = x * (x + 0.30) / (x + 0.33)
    return np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-6), 1 / 2.4) - 0.055)


def _shoulder(x, start=0.55):
    """Leaves dark and middle tones alone and rolls the highlights off towards white."""
    over = np.maximum(x - start, 0) / (1 - start)
    rolled = start + (1 - start) * (1 - np.exp(-over))
    return np.where(x > start, rolled, x)


def _vignette(width, height, amount):
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    r2 = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2 * (height / width) ** 2) / (0.25 + 0.25 * (height / width) ** 2)
    return (1 - amount * r2)[..., None]


def _grain(width, height, amount, rng):
    """Soft monochrome grain with a little colour, about one and a half pixels wide."""
    mono = rng.normal(size=(height, width, 1)).astype(np.float32)
    mono = 0.5 * mono + 0.25 * np.roll(mono, 1, 0) + 0.25 * np.roll(mono, 1, 1)
    return amount * (mono + 0.35 * rng.normal(size=(height, width, 3)).astype(np.float32))


def _resize(linear, width, height):
    """Bicubic, channel by channel, in floating point."""
    planes = [np.asarray(Image.fromarray(linear[..., k]).resize((width, height), Image.BICUBIC)) for k in range(linear.shape[2])]
    return np.stack(planes, axis=2)


def _calm(linear, limit=1.6):
    """Pulls lone bright pixels (fireflies) down to their brightest neighbour."""
    light = linear[..., :3].max(axis=2)
    around = np.max([np.roll(light, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j], axis=0)
    factor = np.where(light > limit * around, around / np.maximum(light, 1e-6), 1)
    out = linear.copy()
    out[..., :3] *= factor[..., None]
    return out


def _box(plane, radius):
    """Mean over a square window."""
    padded = np.pad(plane, radius + 1, mode="edge").cumsum(0).cumsum(1)
    k = 2 * radius + 1
    h, w = plane.shape
    total = padded[k:k + h, k:k + w] - padded[:h, k:k + w] - padded[k:k + h, :w] + padded[:h, :w]
    return total / (k * k)


def _smooth(linear, radius=5):
    """Takes the sampling noise out of the set: a mean over neighbours of like brightness, the noisier the place the wider."""
    light = np.log(linear[..., :3].mean(axis=2).astype(np.float64) + 0.02)
    guide = _box(_box(light, 1), 2)
    noise = np.sqrt(np.maximum(_box((light - _box(light, 1)) ** 2, 7), 0))
    tolerance = (0.04 + 0.9 * noise).astype(np.float32)
    guide = guide.astype(np.float32)
    height, width = guide.shape
    edge = np.pad(guide, radius, mode="edge")
    colour = np.pad(linear, ((radius, radius), (radius, radius), (0, 0)), mode="edge")
    total, weight = np.zeros_like(linear), np.zeros((height, width, 1), np.float32)
    for j in range(2 * radius + 1):
        for i in range(2 * radius + 1):
            near = math.exp(-1.5 * ((i - radius) ** 2 + (j - radius) ** 2) / (radius * radius))
            like = near * np.exp(-((edge[j:j + height, i:i + width] - guide) / tolerance) ** 2)[..., None]
            total += like * colour[j:j + height, i:i + width]
            weight += like
    return total / weight


def shoot(name, subject, size, samples, options, exposure=1.0, warmth=0.0, grain=0.012, vignette=0.25, set_scale=1.0,
          set_samples=None, quality=90, form="jpg", cutout=(1200, 120), png=None, threshold=0.02):
    """Renders both passes and writes the photograph, its alpha and its cut-out.

    `cutout` is the cut-out's longest side and its limit in kB; `png`, a (file name, longest side) pair, writes one more as PNG.
    """
    scale, factor = options.scale, options.samples
    width, height = round(size[0] * scale), round(size[1] * scale)
    os.makedirs(options.out, exist_ok=True)
    folder = tempfile.TemporaryDirectory()
    work = folder.name
    every = [o for o in bpy.context.scene.objects if o.type not in ("LIGHT", "CAMERA", "EMPTY")]
    subject = set(subject)

    for thing in every:
        thing.is_holdout = thing not in subject
    front = _calm(_pass(os.path.join(work, "front.exr"), width, height, samples * factor, True, threshold))

    alpha = np.clip(front[..., 3:], 0, 1)
    coverage = Image.fromarray((alpha[..., 0] * 255 + 0.5).astype(np.uint8))
    light = exposure * _vignette(width, height, vignette)
    noise = _grain(width, height, grain, np.random.default_rng(11))

    def develop(linear):
        shown = film(linear, warmth)
        shown = shown + noise * (0.35 + 0.65 * np.sqrt(np.clip(1 - shown, 0, 1)))
        return (np.clip(shown, 0, 1) * 255 + 0.5).astype(np.uint8)

    path = os.path.join(options.out, name)
    colour = Image.fromarray(develop(front[..., :3] / np.maximum(alpha, 1 / 512) * light))
    colour.putalpha(coverage)
    if cutout:
        longest, limit = cutout
        _save(_shrink(colour, longest), path + ".cutout.webp", limit, quality=88, alpha_quality=100, method=6)
    if png:
        file, longest = png
        _shrink(colour, longest).save(os.path.join(options.out, file), optimize=True)
    if options.cutout:
        return

    for thing in every:
        thing.is_holdout = False
        thing.visible_camera = thing not in subject
    back_size = round(width * set_scale), round(height * set_scale)
    back = _pass(os.path.join(work, "back.exr"), *back_size, (set_samples or samples) * factor, False, threshold)
    back = _smooth(_calm(back))
    if set_scale != 1:
        back = _resize(back, width, height)

    picture = Image.fromarray(develop((front[..., :3] + (1 - alpha) * back[..., :3]) * light))
    if form == "webp":
        picture.save(path + ".webp", quality=quality, method=6)
    else:
        picture.save(path + ".jpg", quality=quality, subsampling=0 if quality > 91 else 2, optimize=True)
    coverage.save(path + ".alpha.png", optimize=True)
    print("made", name, picture.size)


def _save(image, path, limit, quality, **more):
    """Saves with the quality lowered until the file is no larger than `limit` kB."""
    while True:
        image.save(path, quality=quality, **more)
        if os.path.getsize(path) <= limit * 1000 or quality <= 60:
            return
        quality -= 4


def _shrink(image, longest):
    """Shrinks with premultiplied colour, so that no edge picks up what lies under alpha 0."""
    k = longest / max(image.size)
    if k >= 1:
        return image
    a = np.asarray(image).astype(np.float32) / 255
    a[..., :3] *= a[..., 3:]
    a = np.clip(_resize(a, round(image.width * k), round(image.height * k)), 0, 1)
    a[..., :3] /= np.maximum(a[..., 3:], 1 / 512)
    return Image.fromarray((np.clip(a, 0, 1) * 255 + 0.5).astype(np.uint8), "RGBA")
