"""The second part of the sets: more of each kind."""

SPRING = ((0.10, 0.20, 0.03), (0.18, 0.28, 0.05), (0.30, 0.36, 0.08))
SUMMER = ((0.05, 0.12, 0.02), (0.09, 0.18, 0.03), (0.16, 0.25, 0.05))


def declare(add):
    """Adds the rows through the `add` of `rows.py`."""
    _studio(add)
    _tables(add)
    _rooms(add)
    _outdoors(add)
    _night(add)
    _cloth(add)


def _studio(add):
    add("sweep-terracotta-window", "studio", "sweep", "studio sweep orange terracotta window shadow sun", "orange", colour=(0.56, 0.22, 0.11), wall=(0.60, 0.25, 0.13), light="hard", gobo="window", key=0.24, finish="plaster")
    add("sweep-yellow-low-sun", "studio", "sweep", "studio sweep yellow branch leaf shadow sun", "yellow", colour=(0.80, 0.55, 0.10), light="low", gobo="branch", key=0.4, side="right")
    add("sweep-lilac-soft", "studio", "sweep", "studio sweep purple lilac clean softbox", "purple", colour=(0.48, 0.40, 0.66), light="soft", key=0.42, side="right")
    add("sweep-teal-halo", "studio", "sweep", "studio sweep teal halo spotlight", "teal", colour=(0.04, 0.20, 0.20), light="halo", key=0.12)
    add("sweep-red-halo", "studio", "sweep", "studio sweep red halo spotlight", "red", colour=(0.42, 0.02, 0.02), light="halo", key=0.12, side="right")
    add("sweep-beige-palm", "studio", "sweep", "studio sweep beige sand palm leaf shadow sun summer", "beige", colour=(0.72, 0.58, 0.42), light="hard", gobo="palm", key=0.38, side="right", finish="plaster")
    add("sweep-concrete-grey", "studio", "sweep", "studio sweep grey concrete wall industrial sun", "grey", colour=(0.34, 0.335, 0.325), wall=(0.42, 0.41, 0.40), light="hard", gobo="window", key=0.24, finish="concrete")
    add("sweep-navy-halo", "studio", "sweep", "studio sweep blue navy dark halo spotlight", "blue", colour=(0.02, 0.04, 0.12), light="halo", key=0.075)
    add("confetti-white", "festive", "sweep", "confetti party birthday celebration white", "white yellow", colour=(0.84, 0.83, 0.81), light="soft", key=0.68, paper={})
    add("confetti-gold-black", "festive", "sweep", "confetti party new-year celebration gold black", "black gold", colour=(0.03, 0.03, 0.034), light="halo", key=0.075, paper={"colours": ((0.75, 0.5, 0.14), (0.85, 0.66, 0.3), (0.6, 0.36, 0.08)), "size": 0.009})
    add("valentine-hearts", "festive", "sweep", "valentine hearts love pink red paper", "pink red", colour=(0.80, 0.42, 0.42), light="soft", key=0.46, side="right", paper={"shape": "heart", "colours": ((0.7, 0.03, 0.06), (0.85, 0.25, 0.3), (0.88, 0.7, 0.68)), "size": 0.02, "count": 420, "falling": 120})
    add("valentine-rose-petals", "festive", "sweep", "valentine rose petals love red romantic", "red pink", colour=(0.74, 0.52, 0.47), light="low", gobo="window", key=0.36, paper={"shape": "petal", "colours": ((0.45, 0.01, 0.03), (0.6, 0.03, 0.06), (0.35, 0.01, 0.02)), "size": 0.024, "count": 380, "falling": 50})
    add("podium-pink-arch", "podium", "podium", "podium plinth arch pink blush beauty sun", "pink white", colour=(0.78, 0.58, 0.54), wall=(0.72, 0.42, 0.39), shape="arch", accent=(0.80, 0.74, 0.68), side="right")
    add("podium-blue-steps", "podium", "podium", "podium plinth steps blue disc sun", "blue white", colour=(0.74, 0.76, 0.78), wall=(0.22, 0.36, 0.54), shape="steps", accent=(0.80, 0.66, 0.40), gobo="branch")
    add("podium-terracotta-steps", "podium", "podium", "podium plinth steps terracotta disc sun summer", "orange beige", colour=(0.66, 0.34, 0.20), wall=(0.70, 0.54, 0.38), shape="steps", accent=(0.74, 0.66, 0.54))
    add("podium-white-arch", "podium", "podium", "podium plinth arch white clean sun", "white grey", colour=(0.80, 0.79, 0.77), wall=(0.76, 0.75, 0.73), shape="arch", accent=(0.50, 0.50, 0.48), gobo="palm", key=0.55)


def _tables(add):
    add("walnut-table-evening", "table", "tabletop", "table walnut wood evening lamp bar dark", "brown black", "evening", top="walnut", room="dark", wall=(0.05, 0.035, 0.025), key=0.08, fill=0.05, power=14, tone=(1, 0.82, 0.6))
    add("ash-table-kitchen", "table", "tabletop", "table ash wood kitchen shelf tiles bright", "beige green", "morning", top="ash", room="kitchen", wall=(0.28, 0.38, 0.32), key=0.34)
    add("rustic-table-brick", "table", "tabletop", "table rustic wood brick old", "brown red", "day", top="rustic", room="wall", wall_kind="brick", wall=(0.34, 0.13, 0.07), side="right", key=0.17, fill=0.2, power=36)
    add("painted-table-window", "table", "tabletop", "table painted wood white window scandinavian", "white", "morning", top="painted", room="window", wall=(0.66, 0.70, 0.72), side="right", key=0.42)
    add("green-marble-bar", "table", "tabletop", "table marble green bar bottles evening luxury", "green gold", "evening", top="green-marble", room="dark", side="right", wall=(0.02, 0.045, 0.035), key=0.07, fill=0.05, power=16, tone=(1, 0.86, 0.68))
    add("white-marble-sun-wall", "table", "tabletop", "table marble white sun window shadow plaster", "white beige", "day", top="white-marble", room="wall", wall=(0.76, 0.70, 0.62), key=0.45, power=4, sun=(68, 36, 5.0, (1, 0.92, 0.8)), gobo="window", side="right")
    add("terrazzo-kitchen", "table", "tabletop", "table terrazzo kitchen counter shelf", "white orange", "day", top="terrazzo", room="kitchen", wall=(0.72, 0.50, 0.40), side="right", key=0.4)
    add("pink-marble-leaf-shadow", "table", "tabletop", "table marble pink leaf shadow sun beauty", "pink", "day", top="pink-marble", room="wall", wall=(0.76, 0.52, 0.46), key=0.36, power=4, sun=(295, 32, 4.8, (1, 0.9, 0.76)), gobo="branch")
    add("concrete-counter-office", "table", "tabletop", "table concrete office books shelf grey", "grey brown", "day", top="concrete", room="office", wall="oak", side="right", key=0.22, fill=0.22)
    add("black-table-cafe", "cafe", "tabletop", "cafe bar restaurant table black evening pendant lamps", "black orange", "night", top="black", room="cafe", wall=(0.12, 0.06, 0.04), key=0.075, fill=0.03, power=7, tone=(1, 0.74, 0.46))
    add("marble-table-cafe", "cafe", "tabletop", "cafe coffee-shop marble table morning window", "white brown", "morning", top="white-marble", room="cafe", wall=(0.5, 0.46, 0.4), key=0.3, fill=0.28, power=26)
    add("linen-blue-table", "table", "tabletop", "table linen cloth fabric blue kitchen", "blue white", "day", top=None, cloth=(0.26, 0.34, 0.42), room="kitchen", key=0.3)
    add("linen-ochre-sun", "table", "tabletop", "table linen cloth fabric yellow ochre sun leaf shadow", "yellow beige", "evening", top=None, cloth=(0.60, 0.40, 0.16), room="wall", wall=(0.70, 0.62, 0.50), key=0.32, power=4, sun=(70, 28, 4.6, (1, 0.84, 0.6)), gobo="palm", side="right")
    add("slate-table-kitchen", "table", "tabletop", "table slate stone black kitchen dark modern", "black grey", "day", top="slate", room="kitchen", wall=(0.10, 0.11, 0.12), key=0.12, fill=0.15)
    add("white-table-window", "table", "tabletop", "table white clean window bright minimal", "white", "day", top="white", room="window", wall=(0.78, 0.77, 0.74), key=0.55, fill=0.5)
    add("travertine-living", "table", "tabletop", "table travertine stone living-room plant window", "beige green", "day", top="travertine", room="window", wall=(0.62, 0.58, 0.48), key=0.36)


def _rooms(add):
    add("kitchen-counter-oak", "room", "tabletop", "kitchen counter oak wood white tiles window", "white brown", "morning", top="oak", room="kitchen", wall=(0.78, 0.77, 0.74), height=0.32, horizon=0.32, key=0.38)
    add("kitchen-navy-marble", "room", "tabletop", "kitchen counter marble blue navy evening", "blue white", "evening", top="white-marble", room="kitchen", wall=(0.70, 0.70, 0.68), side="right", key=0.26, fill=0.18, tone=(1, 0.86, 0.68))
    add("office-oak-desk", "room", "tabletop", "office desk oak books white shelf bright", "brown white", "morning", top="oak", room="office", wall=None, side="right", key=0.32, fill=0.35)
    add("living-room-evening", "room", "living", "living-room home sofa lamp evening cosy", "brown orange", "evening", evening=True, floor="walnut", wall=(0.30, 0.22, 0.16), sofa=(0.20, 0.10, 0.06), key=0.10, tone=(0.55, 0.68, 1.0))
    add("living-room-blue-sofa", "room", "living", "living-room home sofa blue window ash floor", "blue white", "morning", floor="ash", wall=(0.76, 0.75, 0.72), sofa=(0.08, 0.14, 0.24), side="right", rug=(0.72, 0.7, 0.66), key=0.36)
    add("bathroom-blue-tiles", "shelf", "bathroom", "bathroom shelf tile blue towel spa", "blue white", "day", tile=(0.10, 0.22, 0.34), grout=(0.6, 0.6, 0.58), shelf="marble", key=0.28, metal=(0.72, 0.72, 0.73))
    add("bathroom-terracotta-tiles", "shelf", "bathroom", "bathroom shelf tile terracotta orange towel spa", "orange beige", "evening", tile=(0.50, 0.20, 0.10), grout=(0.6, 0.52, 0.44), size=(0.15, 0.15), stagger=0.0, side="right", key=0.26)
    add("boutique-counter", "shop", "tabletop", "shop boutique counter clothes shelf store", "beige brown", "day", top="ash", room="shop", wall=(0.70, 0.66, 0.60), key=0.32, fill=0.3)
    add("boutique-marble-evening", "shop", "tabletop", "shop boutique counter marble store evening luxury", "white brown", "evening", top="white-marble", room="shop", wall=(0.26, 0.20, 0.16), side="right", key=0.18, fill=0.1, tone=(1, 0.86, 0.68))


def _outdoors(add):
    add("beach-noon", "water", "beach", "beach sand sea turquoise summer day sky", "blue beige", "day", light="noon", sun=(300, 52), clouds=((1, 1, 1), (0.68, 0.75, 0.85), 0.35, 1.1), sand=((0.52, 0.43, 0.32), (0.70, 0.61, 0.48), (0.78, 0.70, 0.57)), sea=(0.01, 0.16, 0.19), key=0.36, disc=0.0)
    add("beach-grey-morning", "water", "beach", "beach sand sea grey calm morning north", "grey beige", "morning", light="grey", sun=(230, 30), clouds=((0.8, 0.82, 0.85), (0.55, 0.6, 0.66), 0.7, 0.9), sand=((0.30, 0.26, 0.21), (0.44, 0.39, 0.33), (0.52, 0.47, 0.4)), key=0.3, disc=0.0)
    add("sea-deck-grey", "water", "deck", "sea water horizon jetty deck wood grey calm", "grey blue", "morning", light="grey", sun=(240, 35), clouds=((0.82, 0.84, 0.88), (0.55, 0.6, 0.66), 0.7, 0.9), sea=(0.02, 0.04, 0.05), waves=0.1, key=0.28, islands=True)
    add("lake-deck-golden", "water", "deck", "lake water calm jetty deck wood golden hills", "orange blue", "evening", light="golden", sun=(205, 9), waves=0.04, islands=True, key=0.2, sea=(0.015, 0.03, 0.03))
    add("pool-edge-noon", "water", "pool", "pool water turquoise summer holiday travertine palm", "teal beige", "day")
    add("summer-forest", "nature", "woods", "forest wood green summer path leaves sun", "green", "day", light="noon", sun=(205, 42), leaves_=SUMMER, litter=2500, floor=((0.03, 0.04, 0.015), (0.07, 0.09, 0.03), (0.14, 0.12, 0.06)), key=0.15, mist=110)
    add("spring-forest", "nature", "woods", "forest wood spring fresh green morning mist", "green yellow", "morning", light="golden", sun=(165, 18), leaves_=SPRING, litter=2500, floor=((0.04, 0.05, 0.015), (0.1, 0.12, 0.03), (0.16, 0.16, 0.06)), key=0.2, mist=45, thick=0.8)
    add("misty-fir-forest", "nature", "woods", "forest fir pine mist fog morning cold", "grey green", "morning", light="grey", sun=(190, 30), leaves_=((0.02, 0.045, 0.025), (0.03, 0.06, 0.03)), litter=1500, floor=((0.02, 0.025, 0.012), (0.05, 0.05, 0.025), (0.09, 0.075, 0.04)), conifers=True, key=0.2, mist=24)
    add("garden-roses-noon", "garden", "garden", "garden table rose flowers summer day stone", "green pink", "day", light="noon", sun=(225, 48), top="travertine", blossoms=((0.75, 0.05, 0.1), (0.85, 0.35, 0.4)), key=0.26, side=-1)
    add("garden-herbs-morning", "garden", "garden", "garden table herbs green morning painted wood", "green white", "morning", light="golden", sun=(150, 22), top="painted", blossoms=((0.4, 0.25, 0.65), (0.8, 0.8, 0.75)), greens=SPRING, key=0.3)
    add("meadow-noon", "nature", "meadow", "meadow flowers grass stone summer day sky clouds", "green blue", "day", light="noon", sun=(300, 45), clouds=((1, 1, 1), (0.66, 0.73, 0.83), 0.45, 1.1), key=0.26)
    add("meadow-dusk", "nature", "meadow", "meadow grass stone dusk evening pink sky", "pink green", "evening", light="dusk", sun=(172, 6), clouds=((1.0, 0.5, 0.35), (0.32, 0.24, 0.34), 0.5, 1.2), key=0.15)
    add("snow-blue-hour", "snow", "snow", "snow winter fir blue evening cold dusk", "blue", "evening", light="blue", sun=(185, 3), key=0.2, trees=34)
    add("snow-noon-sun", "snow", "snow", "snow winter fir sun sky bright", "white blue", "day", light="noon", sun=(292, 26), clouds=((1, 1, 1), (0.7, 0.77, 0.87), 0.3, 1.1), key=0.55, fence=False)
    add("mountain-noon-lake", "mountain", "mountains", "mountain rock ledge lake valley summer sky", "blue green", "day", light="noon", sun=(290, 46), clouds=((1, 1, 1), (0.66, 0.73, 0.83), 0.45, 1.0), lake=True, snow_line=0.75, seed=8, key=0.26)
    add("mountain-dusk", "mountain", "mountains", "mountain rock ledge ridges dusk evening pink haze", "purple pink", "evening", light="dusk", sun=(183, 5), clouds=((1.0, 0.5, 0.35), (0.3, 0.22, 0.32), 0.45, 1.1), seed=15, key=0.14)


def _night(add):
    add("city-dusk-terrace", "city", "city", "city evening dusk bokeh lights skyline terrace table", "orange blue", "evening", dusk=True, top="walnut", key=0.09)
    add("city-day-terrace", "city", "city", "city day skyline terrace table buildings sky", "blue grey", "day", day=True, top="concrete", key=0.3)
    add("neon-street-cyan", "city", "street", "city street night neon blue cyan wet road cyberpunk", "teal purple", "night", colours=((0.0, 0.75, 0.9), (0.75, 0.08, 0.9), (0.0, 0.9, 0.5), (0.2, 0.3, 1.0)))
    add("warm-street-night", "city", "street", "city street night warm old-town lamps", "orange brown", "night", colours=((1.0, 0.5, 0.15), (1.0, 0.68, 0.35), (1.0, 0.35, 0.12), (0.9, 0.75, 0.5)), wet=False)
    add("christmas-blue-silver", "festive", "christmas", "christmas winter silver blue table bauble lights bokeh", "blue silver", "evening", top="painted", balls=((0.6, 0.62, 0.66), (0.1, 0.18, 0.4), (0.75, 0.76, 0.8)), bulbs=(0.75, 0.85, 1.0), cold=True, key=0.15)
    add("christmas-gold-marble", "festive", "christmas", "christmas gold marble table bauble lights bokeh luxury", "gold white", "evening", top="white-marble", balls=((0.75, 0.52, 0.2), (0.8, 0.66, 0.42), (0.7, 0.66, 0.6)), key=0.2)
    add("lanterns-gold-night", "festive", "lanterns", "lantern gold festival table mid-autumn night", "gold brown", "night", top="walnut", colour=(1.0, 0.5, 0.12), kind="gold", wall=(0.05, 0.03, 0.02), frame=False)
    add("ramadan-lanterns", "festive", "lanterns", "ramadan eid lantern night blue gold table", "blue gold", "night", top="walnut", colour=(1.0, 0.55, 0.18), kind="brass", wall=(0.02, 0.035, 0.10), frame=False, key=0.1)
    add("ramadan-lanterns-marble", "festive", "lanterns", "ramadan eid lantern green gold marble table", "green gold", "night", top="green-marble", colour=(1.0, 0.6, 0.22), kind="brass", wall=(0.015, 0.06, 0.045), frame=True, key=0.09)


def _cloth(add):
    add("silk-red", "fabric", "drape", "silk satin fabric cloth folds red luxury", "red", colour=(0.42, 0.01, 0.015), key=0.12, turn=-32)
    add("silk-emerald", "fabric", "drape", "silk satin fabric cloth folds green emerald", "green", colour=(0.01, 0.14, 0.08), key=0.1, light="right", folds=5.5)
    add("silk-black", "fabric", "drape", "silk satin fabric cloth folds black dark", "black", colour=(0.012, 0.012, 0.014), key=0.04, turn=40)
    add("silk-white", "fabric", "drape", "silk satin fabric cloth folds white wedding", "white", colour=(0.80, 0.79, 0.77), key=0.5, light="right", turn=-20)
    add("silk-blush", "fabric", "drape", "silk satin fabric cloth folds pink blush", "pink", colour=(0.74, 0.42, 0.40), key=0.34, folds=8.5)
    add("silk-navy", "fabric", "drape", "silk satin fabric cloth folds blue navy", "blue", colour=(0.012, 0.03, 0.12), key=0.075, turn=15, light="right")
    add("linen-drape-natural", "fabric", "drape", "linen fabric cloth folds natural beige", "beige", colour=(0.62, 0.54, 0.43), kind="linen", key=0.34, deep=0.12, folds=5.0)
    add("linen-drape-sage", "fabric", "drape", "linen fabric cloth folds green sage", "green", colour=(0.30, 0.36, 0.27), kind="linen", key=0.26, deep=0.12, folds=5.0, light="right", turn=10)
