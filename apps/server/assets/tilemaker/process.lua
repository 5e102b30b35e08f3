-- Which layers of the street map a tag of OpenStreetMap goes to: names and classes as in the OpenMapTiles schema
-- (https://openmaptiles.org/schema/), with what skaters look for beside it: stairs, surfaces, plazas, skateparks.

node_keys = { "place", "railway", "public_transport", "amenity", "aeroway", "leisure" }

-- tilemaker 3 has functions where tilemaker 2 had methods.
local functions = {
	Find = function(_, key) return Find(key) end,
	IsClosed = function() return IsClosed() end,
	Layer = function(_, name, area) Layer(name, area) end,
	LayerAsCentroid = function(_, name) LayerAsCentroid(name) end,
	Attribute = function(_, key, value) Attribute(key, value) end,
	AttributeNumeric = function(_, key, value) AttributeNumeric(key, value) end,
	MinZoom = function(_, zoom) MinZoom(zoom) end,
	ZOrder = function(_, order) ZOrder(order) end,
	NextRelation = function() return NextRelation() end,
	FindInRelation = function(_, key) return FindInRelation(key) end,
	Accept = function() Accept() end,
}

local function Set(list)
	local set = {}
	for _, value in ipairs(list) do set[value] = true end
	return set
end

function init_function() end
function exit_function() end

-- Latin letters and their accents are what every font has.
local function isLatin(text)
	for i = 1, #text do
		local byte = text:byte(i)
		if byte >= 0xCC and byte ~= 0xE2 then return false end
	end
	return true
end

local function nameIt(o)
	local name = o:Find("name")
	if name == "" then return end
	o:Attribute("name", name)
	local latin = isLatin(name) and name or o:Find("name:latin")
	if latin == "" then latin = o:Find("int_name") end
	if latin == "" then latin = o:Find("name:en") end
	if latin ~= "" then o:Attribute("name:latin", latin) end
end

local placeZoom = {
	country = 1, state = 4, city = 7, town = 8, village = 10, borough = 11, suburb = 11, quarter = 13, hamlet = 12,
	neighbourhood = 13, island = 10, islet = 13, square = 15, locality = 13,
}
local placeRank = { city = 3, town = 6, village = 9, borough = 10, suburb = 10, hamlet = 12, quarter = 13, neighbourhood = 14 }

local function isSkatepark(o)
	local leisure, sport = o:Find("leisure"), o:Find("sport")
	return leisure == "skate_park" or leisure == "skatepark"
		or ((leisure == "pitch" or leisure == "sports_centre" or leisure == "track" or leisure == "playground")
			and sport:find("skateboard") ~= nil)
end

local function stationClass(o)
	local railway, amenity = o:Find("railway"), o:Find("amenity")
	if railway == "station" or railway == "halt" then return "railway", 12 end
	if railway == "tram_stop" then return "tram", 15 end
	if railway == "subway_entrance" then return "entrance", 16 end
	if amenity == "bus_station" then return "bus", 14 end
	if amenity == "ferry_terminal" then return "ferry", 13 end
	if o:Find("public_transport") == "station" then return "railway", 13 end
	return nil
end

local function point(o, class, zoom)
	o:Attribute("class", class)
	o:MinZoom(math.min(zoom, 14))
	o:AttributeNumeric("from", zoom)
	nameIt(o)
end

function node_function(node)
	local o = node or functions
	local place = o:Find("place")
	if placeZoom[place] and place ~= "country" and place ~= "state" then
		o:Layer("place", false)
		o:AttributeNumeric("rank", placeRank[place] or 15)
		point(o, place, placeZoom[place])
		return
	end
	if isSkatepark(o) then
		o:Layer("poi", false)
		point(o, "skatepark", 13)
		return
	end
	local class, zoom = stationClass(o)
	if class then
		o:Layer("poi", false)
		point(o, class, zoom)
	end
end

function relation_scan_function(relation)
	local o = relation or functions
	if o:Find("type") == "boundary" and o:Find("boundary") == "administrative"
		and (tonumber(o:Find("admin_level")) or 11) <= 4 then
		o:Accept()
	end
end

local roads = {
	motorway = { "motorway", 7 }, trunk = { "trunk", 7 }, primary = { "primary", 8 }, secondary = { "secondary", 9 },
	tertiary = { "tertiary", 11 }, unclassified = { "minor", 12 }, residential = { "minor", 12 },
	living_street = { "minor", 12 }, road = { "minor", 12 }, service = { "service", 13 }, busway = { "busway", 13 },
	raceway = { "raceway", 13 }, track = { "track", 13 }, pedestrian = { "path", 13 }, footway = { "path", 13 },
	cycleway = { "path", 13 }, bridleway = { "path", 13 }, path = { "path", 13 }, steps = { "path", 13 },
	motorway_link = { "motorway", 11 }, trunk_link = { "trunk", 11 }, primary_link = { "primary", 11 },
	secondary_link = { "secondary", 11 }, tertiary_link = { "tertiary", 12 },
}
local order = { motorway = 9, trunk = 8, primary = 7, secondary = 6, tertiary = 5, minor = 4, busway = 3, service = 2 }
local rough = Set { "cobblestone", "sett", "unhewn_cobblestone", "paving_stones:lanes", "cobblestone:flattened" }
local unpaved = Set { "unpaved", "compacted", "dirt", "earth", "fine_gravel", "grass", "gravel", "ground", "mud",
	"pebblestone", "sand", "woodchips", "grass_paver", "rock" }

local function road(o, highway)
	local class, zoom = roads[highway][1], roads[highway][2]
	o:Layer("transportation", false)
	o:MinZoom(zoom)
	o:Attribute("class", class)
	if class ~= highway then o:Attribute("subclass", highway) end
	if highway:sub(-5) == "_link" then o:AttributeNumeric("ramp", 1) end
	local surface = o:Find("surface")
	if unpaved[surface] then o:Attribute("surface", "unpaved")
	elseif rough[surface] then o:Attribute("surface", "rough")
	elseif surface ~= "" then o:Attribute("surface", "paved") end
	local layer = tonumber(o:Find("layer")) or 0
	if o:Find("tunnel") ~= "" and o:Find("tunnel") ~= "no" then
		o:Attribute("brunnel", "tunnel")
	elseif o:Find("bridge") ~= "" and o:Find("bridge") ~= "no" then
		o:Attribute("brunnel", "bridge")
		layer = math.max(layer, 1)
	end
	o:ZOrder(layer * 10 + (order[class] or 1))
	if o:Find("name") ~= "" then
		o:Layer("transportation_name", false)
		o:MinZoom(math.max(zoom, class == "path" and 14 or 12))
		o:Attribute("class", class)
		nameIt(o)
	end
end

local rails = Set { "rail", "light_rail", "narrow_gauge", "subway", "tram", "monorail", "funicular" }
local covers = {
	wood = "wood", forest = "wood", grass = "grass", grassland = "grass", meadow = "grass", village_green = "grass",
	recreation_ground = "grass", allotments = "grass", scrub = "grass", heath = "grass", orchard = "grass",
	vineyard = "grass", flowerbed = "grass", beach = "sand", sand = "sand", bare_rock = "rock", scree = "rock",
	shingle = "sand", glacier = "ice", farmland = "farmland", wetland = "wetland",
}
local uses = Set { "cemetery", "industrial", "commercial", "retail", "railway", "military", "construction" }
local grounds = Set { "school", "university", "college", "kindergarten", "hospital", "parking" }
local leisures = Set { "pitch", "playground", "stadium", "track", "sports_centre", "golf_course", "marina" }
local parks = Set { "park", "garden", "nature_reserve", "dog_park", "common" }

local function area(o, layer, class, zoom)
	o:Layer(layer, true)
	o:Attribute("class", class)
	o:MinZoom(zoom)
end

local function water(o, natural, waterway)
	local landuse, leisure = o:Find("landuse"), o:Find("leisure")
	local class = natural == "water" and "lake"
		or (waterway == "riverbank" or waterway == "dock") and "river"
		or (landuse == "reservoir" or landuse == "basin") and "lake"
		or leisure == "swimming_pool" and "swimming_pool" or nil
	if not class or o:Find("location") == "indoor" then return false end
	area(o, "water", class, class == "swimming_pool" and 14 or 8)
	if o:Find("name") ~= "" and class ~= "swimming_pool" then
		o:LayerAsCentroid("water_name")
		point(o, class, 12)
	end
	return true
end

local function border(o)
	local level = 11
	while true do
		local relation = o:NextRelation()
		if not relation then break end
		level = math.min(level, tonumber(o:FindInRelation("admin_level")) or 11)
	end
	if o:Find("boundary") == "administrative" then level = math.min(level, tonumber(o:Find("admin_level")) or 11) end
	if level > 4 then return end
	o:Layer("boundary", false)
	o:AttributeNumeric("admin_level", level)
	o:AttributeNumeric("maritime", o:Find("maritime") == "yes" and 1 or 0)
	o:MinZoom(7)
end

local function ground(o)
	local leisure, landuse, amenity, natural = o:Find("leisure"), o:Find("landuse"), o:Find("amenity"), o:Find("natural")
	if isSkatepark(o) then
		area(o, "landuse", "skatepark", 12)
		o:LayerAsCentroid("poi")
		point(o, "skatepark", 13)
	elseif parks[leisure] then
		area(o, "park", leisure == "nature_reserve" and "nature_reserve" or "park", 9)
		if o:Find("name") ~= "" then
			o:LayerAsCentroid("park")
			point(o, "park", 13)
		end
	elseif leisures[leisure] then area(o, "landuse", leisure, 12)
	elseif uses[landuse] then area(o, "landuse", landuse, 10)
	elseif grounds[amenity] then area(o, "landuse", amenity, 13)
	elseif o:Find("place") == "square" then area(o, "landuse", "pedestrian", 12)
	elseif covers[natural] then area(o, "landcover", covers[natural], 9)
	elseif covers[landuse] then area(o, "landcover", covers[landuse], 9) end
	if o:Find("place") == "square" and o:Find("name") ~= "" then
		o:LayerAsCentroid("place")
		point(o, "square", 15)
	end
	local class, zoom = stationClass(o)
	if class then
		o:LayerAsCentroid("poi")
		point(o, class, zoom)
	end
end

function way_function(way)
	local o = way or functions
	local highway, railway, waterway = o:Find("highway"), o:Find("railway"), o:Find("waterway")
	local building, natural = o:Find("building"), o:Find("natural")
	local closed = o:IsClosed()
	border(o)
	if roads[highway] then
		local plaza = closed and (o:Find("area") == "yes" or o:Find("type") == "multipolygon")
		if plaza then
			area(o, "landuse", "pedestrian", 13)
			if o:Find("name") ~= "" then
				o:LayerAsCentroid("place")
				point(o, "square", 15)
			end
		else
			road(o, highway)
		end
	end
	if rails[railway] then
		o:Layer("transportation", false)
		o:Attribute("class", (railway == "rail" or railway == "narrow_gauge") and "rail" or "transit")
		o:Attribute("subclass", railway)
		o:MinZoom(o:Find("service") == "" and 10 or 13)
		if o:Find("tunnel") ~= "" and o:Find("tunnel") ~= "no" then o:Attribute("brunnel", "tunnel") end
	end
	if waterway == "river" or waterway == "canal" or waterway == "stream" then
		o:Layer("waterway", false)
		o:Attribute("class", waterway)
		o:MinZoom(waterway == "stream" and 13 or 9)
		if o:Find("tunnel") ~= "" then o:Attribute("brunnel", "tunnel") end
		nameIt(o)
	end
	local shore = o:Find("man_made")
	if shore == "pier" or shore == "breakwater" or shore == "groyne" then
		if closed then area(o, "landuse", "pier", 12) else
			o:Layer("transportation", false)
			o:Attribute("class", "pier")
			o:MinZoom(13)
		end
	end
	if o:Find("aeroway") == "runway" or o:Find("aeroway") == "taxiway" then
		o:Layer("aeroway", closed)
		o:Attribute("class", o:Find("aeroway"))
		o:MinZoom(10)
	end
	if not closed then return end
	if building ~= "" and building ~= "no" then
		area(o, "building", "building", 13)
	end
	if not water(o, natural, waterway) then ground(o) end
end
