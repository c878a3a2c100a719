"""Materials of the sets. Colours are linear. Patterns use object coordinates in metres unless a docstring says otherwise."""

from common import Shader, glow, plain  # noqa: F401


def shade(colour, k):
    return tuple(min(1.0, c * k) for c in colour)


def done(s, node, mean):
    """Ends a material. Only camera rays see its pattern; light that bounces sees a plain surface of the mean colour, which is far cheaper."""
    plain_ = s.node("BsdfDiffuse", Color=(*mean, 1))
    eye = s.node("LightPath").outputs["Is Camera Ray"]
    return s.surface(s.node("MixShader", _0=eye, _1=plain_.outputs[0], _2=node.outputs[0]).outputs[0])


def middle(a, b):
    return tuple((x + y) / 2 for x, y in zip(a, b))


def random_offset(s, scale=(1, 1, 1)):
    """Object coordinates, shifted at random for each object, so that planks and tiles differ."""
    where = s.node("TexCoord").outputs["Object"]
    chance = s.node("ObjectInfo").outputs["Random"]
    away = s.node("VectorMath", _0=s.node("CombineXYZ", X=chance, Y=chance, Z=chance).outputs[0], _1=(37.0, 71.0, 53.0))
    away.operation = "MULTIPLY"
    sum_ = s.node("VectorMath", _0=where, _1=away.outputs[0])
    sum_.operation = "ADD"
    return s.node("Mapping", Vector=sum_.outputs[0], Scale=scale).outputs[0], chance


def maths(s, operation, a, b=0.0):
    node = s.node("Math", _0=a, _1=b)
    node.operation = operation
    return node.outputs[0]


def planks(name, light, dark, roughness=0.42, spread=0.25, coat=0.0, bump=0.35, along="x"):
    """Straight-grained wood; the grain runs along x (or y), and each object has another cut and tone."""
    s = Shader(name)
    long = (lambda a, b: (a, b, b)) if along == "x" else (lambda a, b: (b, a, b))
    wide, chance = random_offset(s, long(0.8, 9.0))
    fine, _ = random_offset(s, long(5.0, 260.0))
    streak, _ = random_offset(s, long(1.4, 60.0))
    warp = s.noise(1.5, 4, 0.6, wide, 0.8)
    rings = maths(s, "FRACT", maths(s, "MULTIPLY", warp, 9.0))
    rings = s.ramp(rings, [(0.0, (0.15, 0.15, 0.15)), (0.75, (0.7, 0.7, 0.7)), (0.93, (1, 1, 1)), (1.0, (0.15, 0.15, 0.15))])
    lines = s.noise(1.0, 3, 0.6, streak)
    pores = s.noise(1.0, 3, 0.65, fine)
    body = s.mix(0.5, s.mix(0.55, warp, rings), lines)
    mid = middle(light, dark)
    colour = s.ramp(body, [(0.25, dark), (0.48, mid), (0.75, light)])
    colour = s.mix(s.grey(pores, 0.0, 0.5, 0.52, 0.75), colour, shade(dark, 0.4))
    tone = s.grey(chance, 1 - spread, 1 + spread)
    colour = s.mix(1.0, colour, s.node("CombineXYZ", X=tone, Y=tone, Z=tone).outputs[0], "MULTIPLY")
    height = s.mix(0.6, s.mix(0.4, lines, rings), s.grey(pores, 1.0, 0.0, 0.5, 0.7))
    normal = s.bump(height, bump, 0.0006)
    smudge = s.noise(7.0, 4, 0.6)
    rough = maths(s, "ADD", s.grey(pores, roughness - 0.06, roughness + 0.1), s.grey(smudge, -0.07, 0.07))
    return done(s, s.principled(colour, rough, normal, Clearcoat=coat, Clearcoat_Roughness=0.12), middle(light, dark))


def marble(name, ground, vein, roughness=0.14, scale=1.0, amount=1.0):
    """Polished stone with soft clouds and two families of veins that branch along warped sheets."""
    s = Shader(name)
    place = s.place((scale, scale * 1.6, scale), (8, 5, 27))
    bend = s.node("TexNoise", Scale=2.2, Detail=6, Roughness=0.6)
    s.tree.links.new(place, bend.inputs["Vector"])
    moved = s.node("VectorMath", _0=place, _1=s.node("Mapping", Vector=bend.outputs["Color"], Scale=(0.55, 0.55, 0.55)).outputs[0])
    moved.operation = "ADD"
    clouds = s.noise(2.5, 5, 0.6, moved.outputs[0])
    total = None
    for size, sharp, weight in ((1.7, 0.030, 0.85), (5.0, 0.022, 0.4)):
        sheet = maths(s, "ABSOLUTE", maths(s, "SUBTRACT", s.noise(size, 2, 0.45, moved.outputs[0]), 0.5))
        line = s.grey(sheet, weight, 0.0, 0.0, sharp)
        patch = s.grey(s.noise(size * 0.6, 3, 0.5, place), 0.0, 1.0, 0.42, 0.62)
        one = maths(s, "MULTIPLY", line, patch)
        halo = maths(s, "MULTIPLY", s.grey(sheet, 0.28 * weight, 0.0, 0.0, sharp * 6), patch)
        both = maths(s, "MAXIMUM", one, halo)
        total = both if total is None else maths(s, "MAXIMUM", total, both)
    base = s.ramp(clouds, [(0.35, shade(ground, 0.86)), (0.55, ground), (0.7, shade(ground, 1.06))])
    colour = s.mix(maths(s, "MULTIPLY", total, amount), base, vein)
    rough = s.grey(s.noise(9, 5, 0.65), roughness - 0.05, roughness + 0.09, 0.3, 0.7)
    return done(s, s.principled(colour, rough), shade(ground, 0.93))


def travertine(name, light, dark, roughness=0.42, along=(1.0, 5.0, 12.0)):
    """Bedded stone with pores along its layers."""
    s = Shader(name)
    place = s.place(along, (2, 3, 6))
    beds = s.noise(2.4, 7, 0.62, place, 0.5)
    fine = s.noise(26, 4, 0.6, s.place((0.6, 2.2, 5.0), (2, 3, 6)))
    pores = s.node("TexNoise", Scale=60.0, Detail=4.0, Roughness=0.55)
    s.tree.links.new(s.place((0.7, 2.0, 2.0), (0, 0, 6)), pores.inputs["Vector"])
    where = s.grey(s.noise(5.0, 3, 0.5, place), 0.0, 1.0, 0.45, 0.6)
    hole = maths(s, "MULTIPLY", s.grey(pores.outputs["Fac"], 0.0, 1.0, 0.60, 0.66), where)
    colour = s.ramp(s.mix(0.35, beds, fine), [(0.32, dark), (0.5, middle(light, dark)), (0.66, light)])
    colour = s.mix(maths(s, "MULTIPLY", hole, 0.7), colour, shade(dark, 0.35))
    normal = s.bump(s.mix(0.15, maths(s, "SUBTRACT", 1.0, hole), fine), 0.5, 0.0015)
    return done(s, s.principled(colour, s.grey(fine, roughness - 0.08, roughness + 0.12), normal), middle(light, dark))


def slate(name, dark, light, roughness=0.45):
    """Split slate: low steps along cleavage planes, a dull sheen."""
    s = Shader(name)
    steps = s.noise(5.0, 8, 0.58, s.place((1, 1.7, 1)), 0.4)
    terrace = s.ramp(steps, [(0.30, (0, 0, 0)), (0.44, (0.35, 0.35, 0.35)), (0.46, (0.5, 0.5, 0.5)), (0.56, (0.62, 0.62, 0.62)), (0.58, (0.8, 0.8, 0.8)), (0.7, (1, 1, 1))])
    grit = s.noise(160, 4, 0.65)
    colour = s.ramp(s.mix(0.45, steps, grit), [(0.3, dark), (0.7, light)])
    normal = s.bump(s.mix(0.25, terrace, grit), 0.55, 0.0022)
    return done(s, s.principled(colour, s.grey(grit, roughness - 0.1, roughness + 0.14, 0.3, 0.7), normal), middle(dark, light))


def concrete(name, colour, roughness=0.7, polish=0.0):
    """Cast concrete with clouds, faint stains and air holes."""
    s = Shader(name)
    clouds, stains = s.noise(2.2, 5, 0.62), s.noise(0.9, 3, 0.5, s.place((1, 1, 2.2)))
    sand = s.noise(210, 3, 0.6)
    cells = s.node("TexVoronoi", Scale=34.0, Randomness=1.0)
    s.tree.links.new(s.place(), cells.inputs["Vector"])
    few = s.grey(s.noise(11, 2, 0.5), 0.0, 1.0, 0.56, 0.6)
    hole = maths(s, "MULTIPLY", s.grey(cells.outputs["Distance"], 1.0, 0.0, 0.07, 0.11), few)
    tone = s.mix(0.35, s.mix(0.35, clouds, stains), sand)
    paint = s.ramp(tone, [(0.3, shade(colour, 0.74)), (0.5, colour), (0.7, shade(colour, 1.2))])
    paint = s.mix(maths(s, "MULTIPLY", hole, 0.75), paint, shade(colour, 0.3))
    normal = s.bump(s.mix(0.3, maths(s, "SUBTRACT", s.grey(clouds, 0.25, 0.75), maths(s, "MULTIPLY", hole, 0.6)), sand), 0.35, 0.002)
    return done(s, s.principled(paint, s.grey(clouds, roughness - 0.15, roughness + 0.1, 0.3, 0.7), normal, Clearcoat=polish, Clearcoat_Roughness=0.2), colour)


def terrazzo(name, ground_, chips, roughness=0.25, scale=1.0):
    """Stone chips of several colours and sizes in cement, ground flat."""
    s = Shader(name)
    flat = s.noise(120, 3, 0.6)
    base = s.ramp(flat, [(0.3, shade(ground_, 0.93)), (0.7, shade(ground_, 1.05))])
    for k, (size, share) in enumerate(((42.0, 0.40), (85.0, 0.46), (170.0, 0.42))):
        cells = s.node("TexVoronoi", Scale=size / scale, Randomness=1.0)
        bend = s.node("VectorMath", _0=s.place(), _1=(3.1 * k, 1.7 * k, 0.0))
        s.tree.links.new(bend.outputs[0], cells.inputs["Vector"])
        dice = s.node("SeparateRGB", _0=cells.outputs["Color"])
        inside = maths(s, "MULTIPLY", s.grey(cells.outputs["Distance"], 1.0, 0.0, 0.34, 0.37), maths(s, "LESS_THAN", dice.outputs[0], share))
        stops = [(i / len(chips), c) for i, c in enumerate(chips)]
        ramp = s.node("ValToRGB", Fac=dice.outputs[1])
        ramp.color_ramp.interpolation = "CONSTANT"
        while len(ramp.color_ramp.elements) < len(stops):
            ramp.color_ramp.elements.new(0.5)
        for element, (at, c) in zip(ramp.color_ramp.elements, stops):
            element.position, element.color = at, (*c, 1)
        base = s.mix(inside, base, ramp.outputs["Color"])
    return done(s, s.principled(base, s.grey(flat, roughness - 0.04, roughness + 0.06)), shade(ground_, 0.9))


def linen(name, colour, thread=0.0011, depth=0.5, sheen=0.3):
    """Plain weave; reads the UV map in metres."""
    s = Shader(name)
    uv = s.node("TexCoord").outputs["UV"]
    slub = s.noise(60, 3, 0.6, s.node("Mapping", Vector=uv, Scale=(1, 9, 1)).outputs[0])
    slub2 = s.noise(60, 3, 0.6, s.node("Mapping", Vector=uv, Scale=(9, 1, 1)).outputs[0])
    parts = s.node("SeparateXYZ", _0=uv)
    turn = 6.2832 / thread / 2
    u = maths(s, "SINE", maths(s, "MULTIPLY", parts.outputs[0], turn))
    v = maths(s, "SINE", maths(s, "MULTIPLY", parts.outputs[1], turn))
    weave = s.grey(maths(s, "MULTIPLY", u, v), 0.0, 1.0, -1.0, 1.0)
    height = s.mix(0.45, weave, s.mix(0.5, slub, slub2))
    tone = s.mix(0.5, s.mix(0.5, slub, slub2), s.noise(4, 3, 0.5, uv))
    paint = s.ramp(tone, [(0.3, shade(colour, 0.82)), (0.7, shade(colour, 1.08))])
    paint = s.mix(s.grey(weave, 0.30, 0.0), paint, shade(colour, 0.6))
    return done(s, s.principled(paint, 0.9, s.bump(height, depth, thread * 0.6), Sheen=sheen, Specular=0.2), shade(colour, 0.85))


def plaster(name, colour, unevenness=0.07, grain=0.25, roughness=0.88):
    """Lime plaster: trowel clouds and a fine tooth."""
    s = Shader(name)
    clouds = s.noise(1.1, 4, 0.62, distortion=0.6)
    strokes = s.noise(6.0, 3, 0.6, s.place((1, 1, 2.0), (0, 25, 0)), 1.2)
    tone = s.mix(0.4, clouds, strokes)
    paint = s.ramp(tone, [(0.3, shade(colour, 1 - unevenness)), (0.7, shade(colour, 1 + unevenness))])
    normal = s.bump(s.mix(0.35, strokes, s.noise(140, 2, 0.6)), grain, 0.003)
    return done(s, s.principled(paint, roughness, normal, Specular=0.25), colour)


def paper(name, colour, roughness=0.9):
    """Seamless studio paper: hardly any figure."""
    s = Shader(name)
    tone = s.ramp(s.noise(0.8, 4, 0.55), [(0.3, shade(colour, 0.975)), (0.7, shade(colour, 1.02))])
    return done(s, s.principled(tone, roughness, s.bump(s.noise(420, 2, 0.5), 0.06, 0.0004), Specular=0.2), colour)


def glaze(name, colour, roughness=0.08, spread=0.12, wave=0.25):
    """Glazed ceramic whose tone and surface differ from piece to piece."""
    s = Shader(name)
    place, chance = random_offset(s)
    tone = s.grey(chance, 1 - spread, 1 + spread)
    cloud = s.ramp(s.noise(22, 4, 0.6, place), [(0.3, shade(colour, 0.88)), (0.7, shade(colour, 1.05))])
    paint = s.mix(1.0, cloud, s.node("CombineXYZ", X=tone, Y=tone, Z=tone).outputs[0], "MULTIPLY")
    normal = s.bump(s.noise(14, 3, 0.5, place), wave, 0.004)
    return done(s, s.principled(paint, roughness, normal), colour)


def bricks(name, colour, mortar, scale=1.0):
    """Brick wall in the x-z plane of object coordinates, with worn faces."""
    s = Shader(name)
    place = s.place((scale, scale, scale), (-90, 0, 0))
    node = s.node("TexBrick", Scale=1.0, Mortar_Size=0.006, Mortar_Smooth=0.35, Brick_Width=0.22, Row_Height=0.073,
                  Color1=(0, 0, 0, 1), Color2=(1, 1, 1, 1), Mortar=(0.5, 0.5, 0.5, 1), Bias=0.0)
    s.tree.links.new(place, node.inputs["Vector"])
    wear, fine = s.noise(3.0, 6, 0.65), s.noise(70, 5, 0.65)
    tone = s.mix(0.5, s.mix(0.45, node.outputs["Color"], wear), fine)
    face = s.ramp(tone, [(0.25, shade(colour, 0.5)), (0.5, colour), (0.78, shade(colour, 1.55))])
    paint = s.mix(node.outputs["Fac"], face, s.mix(fine, shade(mortar, 0.75), shade(mortar, 1.15)))
    height = s.mix(0.3, maths(s, "SUBTRACT", 1.0, node.outputs["Fac"]), s.mix(0.5, wear, fine))
    return done(s, s.principled(paint, 0.88, s.bump(height, 0.8, 0.006), Specular=0.25), colour)


def silk(name, colour, roughness=0.33, sheen=0.6):
    """Satin: a soft anisotropic gloss, with threads too fine to be seen."""
    s = Shader(name)
    tone = s.ramp(s.noise(3, 3, 0.5), [(0.3, shade(colour, 0.94)), (0.7, shade(colour, 1.05))])
    return done(s, s.principled(tone, roughness, Sheen=sheen, Anisotropic=0.6, Specular=0.55, Metallic=0.15), colour)


def ground(name, tones, scale=3.0, grit=90, depth=0.01, roughness=0.9, rough_low=None):
    """Loose ground (sand, soil, snow, gravel): tones from dark to light, and grit."""
    s = Shader(name)
    clouds, fine = s.noise(scale, 8, 0.62), s.noise(grit, 5, 0.65)
    stops = [(0.28 + 0.44 * k / (len(tones) - 1), t) for k, t in enumerate(tones)]
    colour = s.ramp(s.mix(0.4, clouds, fine), stops)
    rough = s.grey(clouds, rough_low, roughness, 0.4, 0.55) if rough_low else roughness
    return done(s, s.principled(colour, rough, s.bump(s.mix(0.5, clouds, fine), 0.6, depth), Specular=0.3), tones[len(tones) // 2])


def leaf(name, shine=0.35, through=0.45, tint=(0.42, 0.5, 0.05)):
    """Thin leaves that let light through, coloured by the `tint` attribute of the mesh."""
    s = Shader(name)
    attribute = s.node("Attribute")
    attribute.attribute_name = "tint"
    paint = attribute.outputs["Color"]
    back = s.node("BsdfTranslucent", Color=s.mix(1.0, s.mix(0.4, paint, tint), (1.6, 1.6, 1.6), "MULTIPLY"))
    return s.surface(s.node("MixShader", _0=through, _1=s.principled(paint, shine, Specular=0.4).outputs[0], _2=back.outputs[0]).outputs[0])


def sheer(name, colour, open_=0.35):
    """A thin curtain: part lets light through, part scatters it."""
    s = Shader(name)
    cloth = s.node("MixShader", _0=0.6, _1=s.node("BsdfDiffuse", Color=(*colour, 1)).outputs[0], _2=s.node("BsdfTranslucent", Color=(*colour, 1)).outputs[0])
    return s.surface(s.node("MixShader", _0=open_, _1=cloth.outputs[0], _2=s.node("BsdfTransparent").outputs[0]).outputs[0])


def window_view(name, top, middle, bottom, strength, scale=1.0):
    """What lies outside a window: sky above, trees and light below, much out of focus; in object coordinates, z up."""
    s = Shader(name)
    parts = s.node("SeparateXYZ", _0=s.node("TexCoord").outputs["Object"])
    place = s.place((scale, 0.0, scale))
    blobs = s.noise(1.6, 5, 0.62, place)
    rise = s.grey(parts.outputs[2], 0.0, 1.0, -1.0, 1.3)
    level = maths(s, "ADD", rise, s.grey(blobs, -0.35, 0.35, 0.3, 0.7))
    paint = s.ramp(level, [(0.15, bottom), (0.45, middle), (0.68, top)])
    return s.surface(s.node("Emission", Color=paint, Strength=strength).outputs[0])


def lit_windows(name, wall, rate=0.4, cell=(3.2, 3.4), strength=6.0, seed=0.0):
    """A house front at night: some of its windows are lit, each in its own colour; the pattern lies in object coordinates."""
    s = Shader(name)
    parts = s.node("SeparateXYZ", _0=s.node("TexCoord").outputs["Object"])
    side = maths(s, "ADD", parts.outputs[0], parts.outputs[1])
    chance = s.node("ObjectInfo").outputs["Random"]
    u, v = maths(s, "DIVIDE", maths(s, "ADD", side, 500.0), cell[0]), maths(s, "DIVIDE", maths(s, "ADD", parts.outputs[2], 500.0), cell[1])
    room = s.node("CombineXYZ", X=maths(s, "FLOOR", u), Y=maths(s, "FLOOR", v), Z=maths(s, "ADD", maths(s, "MULTIPLY", chance, 91.0), seed))
    dice = s.node("TexWhiteNoise", _0=room.outputs[0])
    fu, fv = maths(s, "FRACT", u), maths(s, "FRACT", v)
    inside = maths(s, "MULTIPLY", maths(s, "MULTIPLY", maths(s, "GREATER_THAN", fu, 0.22), maths(s, "LESS_THAN", fu, 0.80)),
                   maths(s, "MULTIPLY", maths(s, "GREATER_THAN", fv, 0.25), maths(s, "LESS_THAN", fv, 0.78)))
    lit = maths(s, "MULTIPLY", inside, maths(s, "LESS_THAN", dice.outputs["Value"], rate))
    split = s.node("SeparateRGB", _0=dice.outputs["Color"])
    colour = s.ramp(split.outputs[1], [(0.0, (1.0, 0.55, 0.22)), (0.55, (1.0, 0.72, 0.42)), (0.8, (1.0, 0.9, 0.75)), (1.0, (0.6, 0.8, 1.0))])
    power = maths(s, "MULTIPLY", maths(s, "MULTIPLY", lit, s.grey(split.outputs[2], 0.25, 1.0)), strength)
    body = s.principled(wall, 0.5)
    s.material.cycles.sample_as_light = False
    both = s.node("AddShader", _0=body.outputs[0], _1=s.node("Emission", Color=colour, Strength=power).outputs[0])
    return s.surface(both.outputs[0])


def day_front(name, wall, pane=(0.05, 0.07, 0.09), cell=(3.2, 3.4)):
    """A house front by day: panes that mirror the sky in a plain wall."""
    s = Shader(name)
    parts = s.node("SeparateXYZ", _0=s.node("TexCoord").outputs["Object"])
    side = maths(s, "ADD", parts.outputs[0], parts.outputs[1])
    u = maths(s, "FRACT", maths(s, "DIVIDE", maths(s, "ADD", side, 500.0), cell[0]))
    v = maths(s, "FRACT", maths(s, "DIVIDE", maths(s, "ADD", parts.outputs[2], 500.0), cell[1]))
    inside = maths(s, "MULTIPLY", maths(s, "MULTIPLY", maths(s, "GREATER_THAN", u, 0.2), maths(s, "LESS_THAN", u, 0.82)),
                   maths(s, "MULTIPLY", maths(s, "GREATER_THAN", v, 0.2), maths(s, "LESS_THAN", v, 0.8)))
    paint = s.mix(inside, (*wall,), (*pane,))
    return s.surface(s.principled(paint, s.grey(inside, 0.8, 0.08)).outputs[0])


def glass(name, colour=(1, 1, 1), roughness=0.0):
    s = Shader(name)
    return s.surface(s.node("BsdfGlass", Color=(*colour, 1), Roughness=roughness, IOR=1.45).outputs[0])


def thin_glass(name, tint=(0.95, 0.97, 0.96), shine=0.08):
    """Glass without refraction: cheap, for panes and for blurred bottles."""
    s = Shader(name)
    return s.surface(s.node("MixShader", _0=shine, _1=s.node("BsdfTransparent", Color=(*tint, 1)).outputs[0],
                            _2=s.node("BsdfGlossy", Roughness=0.03).outputs[0]).outputs[0])


def metal(name, colour, roughness=0.25):
    return plain(name, colour, roughness, Metallic=1.0)


def water(name, colour, roughness=0.06, ripple=9.0, depth=0.02, strength=0.5, stretch=(1, 1, 1)):
    """A water surface: dark body, sky in its ripples."""
    s = Shader(name)
    place = s.place(stretch)
    waves = s.mix(0.4, s.noise(ripple, 5, 0.6, place), s.noise(ripple * 0.23, 4, 0.55, place))
    return done(s, s.principled(colour, roughness, s.bump(waves, strength, depth), IOR=1.33, Specular=0.5), colour)
